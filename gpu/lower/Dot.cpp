// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers `tt.dot` with layouts: by `mma.sync` where the layouts are those of
/// its fragments, else by scalar multiply-add (DotFma.cpp).
///
/// `mma.sync` is called as LLVM's intrinsics. NVVM's operation for it,
/// `nvvm.mma.sync`, has 6 of the 14 combinations of types in LLVM 22: those of
/// 8-bit floats are missing.
///
/// Not here: products of warp groups; which unit gets a product (DotUnits.h).

#include "DotInternals.h"

#include "lowering/DotUnits.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Registers by coordinates
//===----------------------------------------------------------------------===//

FragmentMap::FragmentMap(const ttg::LinearLayout &layout) : layout(layout) {
  for (unsigned reg = 0; reg < getNumRegisters(); ++reg)
    registers.try_emplace(layout.applyPacked(reg), reg);
}

std::optional<unsigned> FragmentMap::find(int64_t batch, int64_t row,
                                          int64_t column) const {
  SmallVector<int64_t, 3> coords = {batch, row & (getRows() - 1),
                                    column & (getColumns() - 1)};
  auto found = registers.find(
      layout.packOut(ArrayRef(coords).take_back(layout.getRank())));
  if (found == registers.end())
    return std::nullopt;
  return found->second;
}

FragmentMap::Distance FragmentMap::unpack(ArrayRef<int64_t> coords) const {
  unsigned rank = coords.size();
  return {rank == 3 ? coords[0] : 0, coords[rank - 2], coords[rank - 1]};
}

FragmentMap::Distance FragmentMap::getDistance(ttg::InDim dim,
                                               unsigned bit) const {
  return unpack(layout.getBasis(dim, bit));
}

FragmentMap::Distance FragmentMap::getPlace(unsigned reg) const {
  return unpack(layout.unpackOut(layout.applyPacked(reg)));
}

LaidOutDot::LaidOutDot(tt::DotOp op, ValueRange aValues, ValueRange bValues,
                       ValueRange cValues)
    : op(op), loc(op.getLoc()), a(getLayout(op.getA().getType())),
      b(getLayout(op.getB().getType())), d(getLayout(op.getType())),
      aValues(aValues), bValues(bValues), cValues(cValues) {}

unsigned LaidOutDot::getFirst(unsigned reg) const {
  FragmentMap::Distance place = d.getPlace(reg);
  return d.find(place.batch, place.row, place.column).value_or(reg);
}

SmallVector<Value>
LaidOutDot::expandResult(ArrayRef<Value> byFirstRegister) const {
  SmallVector<Value> result;
  for (unsigned reg = 0; reg < byFirstRegister.size(); ++reg)
    result.push_back(byFirstRegister[getFirst(reg)]);
  return result;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {
/// One shape of `mma.sync`. Each operand and the accumulator are words: of a
/// thread, elements that are neighbours along K (operands) or N.
struct MmaInstruction {
  /// The name of LLVM's intrinsic.
  std::string intrinsic;
  int64_t rows = 16, k;
  /// Elements of a word.
  int64_t operandElements, resultElements = 1;
  /// LLVM's types of words.
  Type operandWord, resultWord;
};
} // namespace

/// As PTX names an 8-bit float.
static StringRef nameOfFloat8(Type type) {
  return isa<Float8E5M2Type>(type) ? "e5m2" : "e4m3";
}

/// The instruction for operands and an accumulator of these types, if there is
/// one. For f32 it reads the upper 19 bits, as in Triton for tf32.
static std::optional<MmaInstruction> findInstruction(tt::DotOp op) {
  DotTraits dot(op);
  Type a = dot.a, d = dot.accumulator;
  Builder builder(op.getContext());
  MmaInstruction result;
  unsigned bits = a.getIntOrFloatBitWidth();
  result.k = 256 / bits;
  result.operandElements = std::max(1u, 32 / bits);
  result.operandWord = builder.getI32Type();
  result.resultWord = d;
  std::string types;
  bool isF16 = d.isF16();
  if (isF16) {
    result.resultElements = 2;
    result.resultWord = VectorType::get(2, d);
  }
  if (isMatrixFloat8(a) && isMatrixFloat8(dot.b) && (isF16 || d.isF32())) {
    StringRef sum = isF16 ? "f16" : "f32";
    types =
        (sum + "." + nameOfFloat8(a) + "." + nameOfFloat8(dot.b) + "." + sum)
            .str();
  } else if (a != dot.b) {
    return std::nullopt;
  } else if (a.isF16() && (isF16 || d.isF32())) {
    types = isF16 ? "f16.f16" : "f32.f32";
    result.operandWord = VectorType::get(2, a);
  } else if (a.isBF16() && d.isF32()) {
    types = "bf16";
  } else if (a.isF32() && dot.precision == tt::InputPrecision::TF32) {
    types = "tf32";
  } else if (a.isInteger(8) && d.isInteger(32)) {
    types = "s8";
  } else if (a.isF64() && d.isF64()) {
    types = "f64";
    result.rows = 8;
    result.operandWord = a;
  } else {
    return std::nullopt;
  }
  result.intrinsic = "llvm.nvvm.mma.m" + std::to_string(result.rows) + "n8k" +
                     std::to_string(result.k) + ".row.col." + types;
  return result;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {
/// The lowering of one product by `mma.sync`.
///
/// Lane 4 * i + j of an instruction has, of `a`, row i and words j and j + 4 of
/// it, and the same of row i + 8; of `b`, words j and j + 4 of column i; of the
/// result, columns 2 * j and 2 * j + 1 of rows i and i + 8. (PTX ISA, "Matrix
/// Fragments for mma"; with f64 there are 8 rows and 4 words to each.)
class MmaEmitter : public Emitter {
public:
  MmaEmitter(const Emitter &emitter, const LaidOutDot &dot,
             const MmaInstruction &instruction)
      : Emitter(emitter), dot(dot), instruction(instruction),
        intrinsic(builder.getStringAttr(instruction.intrinsic)) {}

  /// Whether lanes, warps and registers are as the instruction has them.
  bool matches() const;
  SmallVector<Value> emit();

private:
  /// Where one instruction's part of the result begins, and its words of that.
  struct Tile {
    FragmentMap::Distance origin;
    SmallVector<Value, 4> sums;
  };

  bool matchesLanes() const;
  bool matchesWarps() const;
  bool matchesRegisters() const;

  /// Rows of `a` and of the result that a lane has, and words along K.
  int64_t numRows() const { return instruction.rows / 8; }
  int64_t numWords() const {
    return instruction.k / (4 * instruction.operandElements);
  }
  void collectTiles();
  Value aWord(int64_t batch, int64_t row, int64_t k);
  Value bWord(int64_t batch, int64_t k, int64_t column);
  void multiply(Tile &tile, int64_t k);
  void unpack(const Tile &tile, MutableArrayRef<Value> result) const;

  const LaidOutDot &dot;
  const MmaInstruction &instruction;
  StringAttr intrinsic;
  SmallVector<Tile> tiles;
  /// Words packed so far, by their first register.
  llvm::DenseMap<unsigned, Value> aWords, bWords;
};
} // namespace

bool MmaEmitter::matches() const {
  return dot.a.getColumns() % instruction.k == 0 && matchesLanes() &&
         matchesWarps() && matchesRegisters();
}

bool MmaEmitter::matchesLanes() const {
  using Distance = FragmentMap::Distance;
  for (unsigned bit = 0; bit < 5; ++bit) {
    bool isWord = bit < 2;
    int64_t word = isWord ? int64_t(1) << bit : 0;
    int64_t row = isWord ? 0 : int64_t(1) << (bit - 2);
    int64_t k = word * instruction.operandElements;
    Distance a = {0, row & (dot.a.getRows() - 1), k};
    Distance b = {0, k, row & (dot.b.getColumns() - 1)};
    Distance d = {0, row & (dot.d.getRows() - 1),
                  2 * word & (dot.d.getColumns() - 1)};
    if (!(dot.a.getDistance(ttg::InDim::Lane, bit) == a) ||
        !(dot.b.getDistance(ttg::InDim::Lane, bit) == b) ||
        !(dot.d.getDistance(ttg::InDim::Lane, bit) == d))
      return false;
  }
  return true;
}

bool MmaEmitter::matchesWarps() const {
  using Distance = FragmentMap::Distance;
  unsigned bits = dot.d.getNumBits(ttg::InDim::Warp);
  for (unsigned bit = 0; bit < bits; ++bit) {
    Distance d = dot.d.getDistance(ttg::InDim::Warp, bit);
    if (!(dot.a.getDistance(ttg::InDim::Warp, bit) ==
          Distance{d.batch, d.row, 0}) ||
        !(dot.b.getDistance(ttg::InDim::Warp, bit) ==
          Distance{d.batch, 0, d.column}))
      return false;
  }
  return true;
}

/// Whether thread 0 has what it needs to compute each of its elements.
bool MmaEmitter::matchesRegisters() const {
  for (unsigned reg = 0; reg < dot.d.getNumRegisters(); ++reg) {
    FragmentMap::Distance d = dot.d.getPlace(reg);
    // Bits of thread 0 are those that no lane walks.
    if ((d.row & 7) || (d.column & 6))
      return false;
    if (d.column & 1)
      continue;
    if (!dot.d.find(d.batch, d.row ^ 8, d.column) && numRows() == 2)
      return false;
    if (!dot.d.find(d.batch, d.row, d.column ^ 1))
      return false;
    int64_t stride = 4 * instruction.operandElements;
    for (int64_t k = 0; k < dot.a.getColumns(); k += stride)
      for (int64_t i = 0; i < instruction.operandElements; ++i)
        if (!dot.a.find(d.batch, d.row, k + i) ||
            !dot.b.find(d.batch, k + i, d.column))
          return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

Value MmaEmitter::aWord(int64_t batch, int64_t row, int64_t k) {
  Value &word = aWords[*dot.a.find(batch, row, k)];
  if (!word) {
    SmallVector<Value, 4> elements;
    for (int64_t i = 0; i < instruction.operandElements; ++i)
      elements.push_back(dot.aValues[*dot.a.find(batch, row, k + i)]);
    word = packWord(*this, elements, instruction.operandWord);
  }
  return word;
}

Value MmaEmitter::bWord(int64_t batch, int64_t k, int64_t column) {
  Value &word = bWords[*dot.b.find(batch, k, column)];
  if (!word) {
    SmallVector<Value, 4> elements;
    for (int64_t i = 0; i < instruction.operandElements; ++i)
      elements.push_back(dot.bValues[*dot.b.find(batch, k + i, column)]);
    word = packWord(*this, elements, instruction.operandWord);
  }
  return word;
}

void MmaEmitter::collectTiles() {
  for (unsigned reg = 0; reg < dot.d.getNumRegisters(); ++reg) {
    FragmentMap::Distance d = dot.d.getPlace(reg);
    if (dot.getFirst(reg) != reg || (d.row & (instruction.rows - 1)) ||
        (d.column & 7))
      continue;
    Tile tile = {d, {}};
    for (int64_t i = 0; i < numRows(); ++i) {
      SmallVector<Value, 2> pair;
      for (int64_t j = 0; j < 2; ++j)
        pair.push_back(
            dot.cValues[*dot.d.find(d.batch, d.row + 8 * i, d.column + j)]);
      if (instruction.resultElements == 2)
        tile.sums.push_back(packWord(*this, pair, instruction.resultWord));
      else
        tile.sums.append(pair.begin(), pair.end());
    }
    tiles.push_back(std::move(tile));
  }
}

/// Adds the product of one step along K to a tile.
void MmaEmitter::multiply(Tile &tile, int64_t k) {
  const FragmentMap::Distance &at = tile.origin;
  SmallVector<Value, 10> operands;
  int64_t stride = 4 * instruction.operandElements;
  for (int64_t word = 0; word < numWords(); ++word)
    for (int64_t i = 0; i < numRows(); ++i)
      operands.push_back(aWord(at.batch, at.row + 8 * i, k + word * stride));
  for (int64_t word = 0; word < numWords(); ++word)
    operands.push_back(bWord(at.batch, k + word * stride, at.column));
  llvm::append_range(operands, tile.sums);
  auto type = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      SmallVector<Type>(tile.sums.size(), instruction.resultWord));
  Value sums =
      LLVM::CallIntrinsicOp::create(builder, loc, type, intrinsic, operands)
          .getResults();
  for (auto [i, sum] : llvm::enumerate(tile.sums))
    sum = LLVM::ExtractValueOp::create(builder, loc, sums, i);
}

void MmaEmitter::unpack(const Tile &tile, MutableArrayRef<Value> result) const {
  const FragmentMap::Distance &at = tile.origin;
  for (int64_t i = 0; i < numRows(); ++i)
    for (int64_t j = 0; j < 2; ++j) {
      unsigned reg = *dot.d.find(at.batch, at.row + 8 * i, at.column + j);
      if (instruction.resultElements == 1)
        result[reg] = tile.sums[2 * i + j];
      else
        result[reg] =
            LLVM::ExtractElementOp::create(builder, loc, tile.sums[i], i32(j));
    }
}

SmallVector<Value> MmaEmitter::emit() {
  collectTiles();
  // K outside: neighbours in the code do not wait for each other.
  for (int64_t k = 0; k < dot.a.getColumns(); k += instruction.k)
    for (Tile &tile : tiles)
      multiply(tile, k);
  SmallVector<Value> result(dot.cValues.size());
  for (const Tile &tile : tiles)
    unpack(tile, result);
  return dot.expandResult(result);
}

std::optional<SmallVector<Value>> cm2tt::emitMmaDot(const Emitter &emitter,
                                                    const LaidOutDot &dot) {
  std::optional<MmaInstruction> instruction = findInstruction(dot.op);
  if (!instruction)
    return std::nullopt;
  MmaEmitter mma(emitter, dot, *instruction);
  if (!mma.matches())
    return std::nullopt;
  return mma.emit();
}

namespace {
/// A product of tiles in registers.
///
///   %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x8xf16, #b>
///     -> tensor<16x8xf32, #c>
/// =>
///   %s = llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"(...)
///   %d0 = llvm.extractvalue %s[0] ...
struct DotOpLowering : OpConversionPattern<tt::DotOp> {
  DotOpLowering(const TypeConverter &converter, MLIRContext *context,
                const LoweringContext &lowering)
      : Base(converter, context), lowering(lowering) {}

  LogicalResult
  matchAndRewrite(tt::DotOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LaidOutDot dot(op, adaptor.getA(), adaptor.getB(), adaptor.getC());
    if (std::optional<FmaLoopPlan> plan = planFmaLoop(op)) {
      SmallVector<Value> results = emitFmaLoop(rewriter, dot, *plan, lowering);
      if (results.empty())
        return failure();
      rewriter.replaceOpWithMultiple(op, {results});
      return success();
    }
    Emitter emitter{rewriter, op.getLoc()};
    std::optional<SmallVector<Value>> results = emitMmaDot(emitter, dot);
    if (!results)
      results = emitFmaDot(emitter, dot);
    if (!results)
      return op.emitError("the layouts of a product's operands and result do "
                          "not fit together");
    rewriter.replaceOpWithMultiple(op, {*results});
    return success();
  }
  const LoweringContext &lowering;
};
} // namespace

void cm2tt::populateDotPatterns(const TileTypeConverter &converter,
                                const LoweringContext &context,
                                RewritePatternSet &patterns) {
  patterns.add<DotOpLowering>(converter, patterns.getContext(), context);
}
