// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Memory that is filled with numbers, copied between devices, or owned by
/// others.

#include "CApiTesting.h"

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The values of the first and the last number, and of the bytes around them.
static void checkNumbers(Setup setup, cm2tt_argument value, unsigned size) {
  enum { Count = 10000 };
  static unsigned char bytes[8 * Count + 16];
  cm2tt_buffer *buffer;
  OK(cm2tt_buffer_create(setup.device, size * Count + 16, &buffer));
  OK(cm2tt_buffer_fill(buffer, 0, 0xee, size * Count + 16));
  OK(cm2tt_buffer_fill_numbers(buffer, 8, value, Count));
  OK(cm2tt_buffer_read(buffer, 0, bytes, size * Count + 16));
  int same = 0;
  for (int i = 0; i < Count; ++i)
    same += !memcmp(bytes + 8 + size * i, &value.bits, size);
  CHECK(same == Count);
  for (int i = 0; i < 8; ++i)
    CHECK(bytes[i] == 0xee && bytes[8 + size * Count + i] == 0xee);
  cm2tt_buffer_destroy(buffer);
}

static void testNumbers(void) {
  Setup setup = setUp(NULL);
  cm2tt_buffer *buffer;
  cm2tt_stream *stream;
  double numbers[4] = {0};
  checkNumbers(setup, cm2tt_arg_bits(0x12, CM2TT_I8), 1);
  checkNumbers(setup, cm2tt_arg_bits(0x1234, CM2TT_FP16), 2);
  checkNumbers(setup, cm2tt_arg_fp32(1.5F), 4);
  checkNumbers(setup, cm2tt_arg_i64(0x123456789abcdef0), 8);
  checkNumbers(setup, cm2tt_arg_i64(-1), 8);

  OK(cm2tt_stream_create(setup.device, &stream));
  OK(cm2tt_buffer_create(setup.device, sizeof(numbers), &buffer));
  OK(cm2tt_buffer_fill(buffer, 0, 0, sizeof(numbers)));
  OK(cm2tt_buffer_fill_numbers_async(buffer, 8, cm2tt_arg_fp64(2.5), 2,
                                     stream));
  OK(cm2tt_stream_synchronize(setup.device, stream));
  OK(cm2tt_buffer_read(buffer, 0, numbers, sizeof(numbers)));
  CHECK(numbers[0] == 0 && numbers[1] == 2.5 && numbers[2] == 2.5 &&
        numbers[3] == 0);
  OK(cm2tt_buffer_fill_numbers(buffer, 32, cm2tt_arg_i64(1), 0));

  FAILS(cm2tt_buffer_fill_numbers(buffer, 8, cm2tt_arg_i64(1), 4),
        CM2TT_INVALID_ARGUMENT, "32 bytes from 8 on, but the buffer has 32");
  FAILS(cm2tt_buffer_fill_numbers(buffer, 0, cm2tt_arg_i64(1), UINT64_MAX / 4),
        CM2TT_INVALID_ARGUMENT, "4611686018427387903 numbers of 8 bytes");
  FAILS(cm2tt_buffer_fill_numbers(buffer, 4, cm2tt_arg_i64(1), 1),
        CM2TT_INVALID_ARGUMENT,
        "the address is not a multiple of 8, the size of the number");
  FAILS(cm2tt_buffer_fill_numbers(buffer, 0, cm2tt_arg_buffer(buffer, CM2TT_I8),
                                  1),
        CM2TT_INVALID_ARGUMENT, "the value is an address: expected a number");
  FAILS(cm2tt_buffer_fill_numbers_async(
            buffer, 0, cm2tt_arg_bits(0, (cm2tt_type)15), 1, stream),
        CM2TT_INVALID_ARGUMENT, "there is no type 15");
  cm2tt_stream_destroy(stream);
  cm2tt_buffer_destroy(buffer);
  cm2tt_runtime_destroy(setup.runtime);
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Copies a text between two buffers of two devices, and back.
static void checkCopies(cm2tt_device *one, cm2tt_device *two) {
  cm2tt_buffer *a, *b;
  char text[16] = "0123456789abcde";
  OK(cm2tt_buffer_create(one, 16, &a));
  OK(cm2tt_buffer_create(two, 16, &b));
  OK(cm2tt_buffer_write(a, 0, text, 16));
  OK(cm2tt_buffer_fill(b, 0, 'x', 16));
  OK(cm2tt_buffer_copy((cm2tt_buffer_slice){b, 2}, (cm2tt_buffer_slice){a, 10},
                       5));
  OK(cm2tt_buffer_copy((cm2tt_buffer_slice){a, 0}, (cm2tt_buffer_slice){b, 0},
                       8));
  OK(cm2tt_buffer_read(a, 0, text, 16));
  CHECK(!strcmp(text, "xxabcdex89abcde"));
  OK(cm2tt_buffer_copy((cm2tt_buffer_slice){b, 16}, (cm2tt_buffer_slice){a, 16},
                       0));
  FAILS(cm2tt_buffer_copy((cm2tt_buffer_slice){a, 0},
                          (cm2tt_buffer_slice){a, 7}, 8),
        CM2TT_INVALID_ARGUMENT, "the ranges overlap: 8 bytes from 7 to 0");
  FAILS(cm2tt_buffer_copy((cm2tt_buffer_slice){a, 0},
                          (cm2tt_buffer_slice){b, 9}, 8),
        CM2TT_INVALID_ARGUMENT, "8 bytes from 9 on, but the buffer has 16");
  NEEDS(cm2tt_buffer_copy((cm2tt_buffer_slice){a, 0},
                          (cm2tt_buffer_slice){NULL, 0}, 1),
        "buffer");
  cm2tt_buffer_destroy(a);
  cm2tt_buffer_destroy(b);
}

/// Copies large memory from one GPU to another one, and back, on streams of
/// both, of which each waits for events of the other.
static void checkStreams(cm2tt_device *one, cm2tt_device *two) {
  enum { Size = 1 << 24, Rounds = 10 };
  cm2tt_buffer *a, *b;
  cm2tt_stream *first, *second;
  cm2tt_event *there, *back;
  int numbers[2] = {0};
  OK(cm2tt_buffer_create(one, Size, &a));
  OK(cm2tt_buffer_create(two, Size, &b));
  OK(cm2tt_stream_create(one, &first));
  OK(cm2tt_stream_create(two, &second));
  OK(cm2tt_event_create(one, &there));
  OK(cm2tt_event_create(two, &back));
  for (int i = 0; i < Rounds; ++i) {
    OK(cm2tt_buffer_fill_numbers_async(a, 0, cm2tt_arg_i32(i), Size / 4,
                                       first));
    OK(cm2tt_event_record(there, first));
    OK(cm2tt_stream_wait(two, second, there));
    OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){b, 0},
                               (cm2tt_buffer_slice){a, 0}, Size, second));
    // Its last number shows whether the way back waits for the way there.
    OK(cm2tt_buffer_fill_numbers_async(b, 0, cm2tt_arg_i32(-i), 1, second));
    OK(cm2tt_event_record(back, second));
    OK(cm2tt_stream_wait(one, first, back));
    OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 0},
                               (cm2tt_buffer_slice){b, 0}, Size, first));
    OK(cm2tt_stream_synchronize(one, first));
    OK(cm2tt_buffer_read(a, 0, &numbers[0], 4));
    OK(cm2tt_buffer_read(a, Size - 4, &numbers[1], 4));
    CHECK(numbers[0] == -i && numbers[1] == i);
  }
  // Memory is freed after the copy.
  OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 0},
                             (cm2tt_buffer_slice){b, 0}, Size, first));
  cm2tt_buffer_destroy(b);
  OK(cm2tt_stream_synchronize(one, first));
  cm2tt_buffer_destroy(a);
  cm2tt_event_destroy(there);
  cm2tt_event_destroy(back);
  cm2tt_stream_destroy(first);
  cm2tt_stream_destroy(second);
}

/// Copies on the default streams, and on the stream of one of two devices.
static void checkQueues(cm2tt_device *one, cm2tt_device *two,
                        cm2tt_device *ofStream) {
  cm2tt_buffer *a, *b;
  cm2tt_stream *stream;
  char text[8] = "0123456";
  OK(cm2tt_buffer_create(one, 8, &a));
  OK(cm2tt_buffer_create(two, 8, &b));
  OK(cm2tt_stream_create(ofStream, &stream));
  OK(cm2tt_buffer_write(a, 0, text, 8));
  OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){b, 1},
                             (cm2tt_buffer_slice){a, 0}, 4, NULL));
  OK(cm2tt_stream_synchronize(two, NULL));
  OK(cm2tt_stream_synchronize(one, NULL));
  OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){b, 5},
                             (cm2tt_buffer_slice){a, 4}, 3, stream));
  OK(cm2tt_stream_synchronize(ofStream, stream));
  OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 0},
                             (cm2tt_buffer_slice){b, 1}, 7, stream));
  OK(cm2tt_stream_synchronize(ofStream, stream));
  OK(cm2tt_buffer_read(a, 0, text, 8));
  CHECK(!memcmp(text, "0123456", 7));
  OK(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 8},
                             (cm2tt_buffer_slice){b, 8}, 0, stream));
  FAILS(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 0},
                                (cm2tt_buffer_slice){b, 1}, 8, stream),
        CM2TT_INVALID_ARGUMENT, "8 bytes from 1 on, but the buffer has 8");
  cm2tt_stream_destroy(stream);
  cm2tt_buffer_destroy(a);
  cm2tt_buffer_destroy(b);
}

/// The CPU has streams that copy its own memory only, and wait for none of its
/// events on a GPU.
static void checkStreamsOfCpu(cm2tt_device *cpu, cm2tt_device *other) {
  cm2tt_buffer *a, *b;
  cm2tt_stream *stream;
  cm2tt_event *event;
  OK(cm2tt_buffer_create(cpu, 8, &a));
  OK(cm2tt_buffer_create(other, 8, &b));
  OK(cm2tt_stream_create(cpu, &stream));
  OK(cm2tt_event_create(other, &event));
  FAILS(cm2tt_buffer_copy_async((cm2tt_buffer_slice){a, 0},
                                (cm2tt_buffer_slice){b, 0}, 8, stream),
        CM2TT_INVALID_ARGUMENT,
        "a stream of the CPU cannot copy memory of another device: expected a "
        "stream of a GPU");
  FAILS(cm2tt_stream_wait(cpu, stream, event), CM2TT_INVALID_ARGUMENT,
        "': expected two GPUs; cm2tt_event_synchronize waits for it");
  cm2tt_event_destroy(event);
  cm2tt_stream_destroy(stream);
  cm2tt_buffer_destroy(a);
  cm2tt_buffer_destroy(b);
}

/// Copies as work on streams, of two devices and of two runtimes.
static void testAsyncCopies(void) {
  Setup setup = setUp(NULL), other = setUp(NULL);
  cm2tt_device *cpu;
  const uint32_t gpus = cm2tt_runtime_gpus(setup.runtime);
  OK(cm2tt_runtime_cpu(setup.runtime, &cpu));
  checkQueues(setup.device, setup.device, setup.device);
  checkStreamsOfCpu(cpu, other.device);
  if (gpus) {
    checkQueues(setup.device, cpu, setup.device);
    checkQueues(cpu, setup.device, setup.device);
    checkQueues(setup.device, other.device, other.device);
    checkStreams(setup.device, other.device);
  }
  for (uint32_t i = 1; i < gpus; ++i) {
    cm2tt_device *peer;
    OK(cm2tt_runtime_device(setup.runtime, i, &peer));
    checkQueues(setup.device, peer, setup.device);
    checkQueues(setup.device, peer, peer);
    checkStreams(setup.device, peer);
    checkStreams(peer, setup.device);
  }
  cm2tt_runtime_destroy(other.runtime);
  cm2tt_runtime_destroy(setup.runtime);
}

/// All pairs of devices, and those of two runtimes.
static void testCopies(void) {
  Setup setup = setUp(NULL), other = setUp(NULL);
  cm2tt_device *cpu;
  OK(cm2tt_runtime_cpu(setup.runtime, &cpu));
  checkCopies(cpu, cpu);
  checkCopies(setup.device, cpu);
  checkCopies(cpu, setup.device);
  checkCopies(setup.device, setup.device);
  checkCopies(setup.device, other.device);
  for (uint32_t i = 1; i < cm2tt_runtime_gpus(setup.runtime); ++i) {
    cm2tt_device *peer;
    OK(cm2tt_runtime_device(setup.runtime, i, &peer));
    checkCopies(setup.device, peer);
    checkCopies(peer, setup.device);
  }
  cm2tt_runtime_destroy(other.runtime);
  cm2tt_runtime_destroy(setup.runtime);
}

//===----------------------------------------------------------------------===//
// Memory of others
//===----------------------------------------------------------------------===//

/// A kernel reads and writes wrapped memory.
static void checkWrapped(Setup setup) {
  Addition add = makeAddition(setup.device);
  cm2tt_kernel *kernel = loadAdd(setup.runtime);
  cm2tt_buffer *wrapped;
  OK(cm2tt_buffer_wrap(setup.device, cm2tt_buffer_address(add.x), 16,
                       &wrapped));
  CHECK(cm2tt_buffer_address(wrapped) == cm2tt_buffer_address(add.x));
  CHECK(cm2tt_buffer_bytes(wrapped) == 16);
  add.arguments[0] = cm2tt_arg_buffer(wrapped, CM2TT_FP32);
  CHECK(add.arguments[0].bits == cm2tt_buffer_address(add.x));
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  CHECK(isFake(setup) || isAdded(&add));
  FAILS(cm2tt_buffer_fill(wrapped, 0, 0, 17), CM2TT_INVALID_ARGUMENT,
        "17 bytes from 0 on, but the buffer has 16");
  // The memory is not freed with the handle.
  cm2tt_buffer_destroy(wrapped);
  OK(cm2tt_buffer_fill(add.x, 0, 1, 16));
  cm2tt_kernel_destroy(kernel);
  destroyAddition(&add);
}

/// A kernel reads memory that must not be written.
static void checkReadOnly(Setup setup) {
  Addition add = makeAddition(setup.device);
  cm2tt_kernel *kernel = loadAdd(setup.runtime);
  cm2tt_buffer *wrapped;
  cm2tt_buffer_slice to = {NULL, 0}, from = {add.y, 0};
  const uint64_t x = cm2tt_buffer_address(add.x);
  const cm2tt_argument out = add.arguments[2];
  int number = 1;
  OK(cm2tt_buffer_wrap_read_only(setup.device, x, 16, &wrapped));
  CHECK(cm2tt_buffer_address(wrapped) == x);
  to.buffer = wrapped;
  add.arguments[0] = cm2tt_arg_buffer(wrapped, CM2TT_FP32);
  CHECK(add.arguments[0].is_pointer == 3);
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  CHECK(isFake(setup) || isAdded(&add));
  add.arguments[2] = add.arguments[0];
  FAILS(
      cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4),
      CM2TT_INVALID_ARGUMENT,
      "the memory is read-only, and the kernel writes it: expected memory to "
      "write to, such as a copy");
  FAILS(cm2tt_kernel_prepare(kernel, setup.device, add.arguments, 4, NULL),
        CM2TT_INVALID_ARGUMENT, "the memory is read-only");
  add.arguments[2] = out;
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));

  FAILS(cm2tt_buffer_write(wrapped, 0, &number, 4), CM2TT_INVALID_ARGUMENT,
        "the memory of the buffer is read-only");
  FAILS(cm2tt_buffer_write_async(wrapped, 0, &number, 4, NULL),
        CM2TT_INVALID_ARGUMENT, "the memory of the buffer is read-only");
  FAILS(cm2tt_buffer_fill(wrapped, 0, 1, 4), CM2TT_INVALID_ARGUMENT,
        "the memory of the buffer is read-only");
  FAILS(cm2tt_buffer_fill_async(wrapped, 0, 1, 4, NULL), CM2TT_INVALID_ARGUMENT,
        "the memory of the buffer is read-only");
  FAILS(cm2tt_buffer_fill_numbers(wrapped, 0, cm2tt_arg_i32(1), 1),
        CM2TT_INVALID_ARGUMENT, "the memory of the buffer is read-only");
  FAILS(cm2tt_buffer_copy(to, from, 4), CM2TT_INVALID_ARGUMENT,
        "the memory of the buffer is read-only");
  FAILS(cm2tt_buffer_copy_async(to, from, 4, NULL), CM2TT_INVALID_ARGUMENT,
        "the memory of the buffer is read-only");
  OK(cm2tt_buffer_read(wrapped, 0, &number, 4));
  OK(cm2tt_buffer_copy(from, to, 4));
  cm2tt_buffer_destroy(wrapped);
  cm2tt_kernel_destroy(kernel);
  destroyAddition(&add);
}

static void testReadOnly(void) {
  Setup setup = setUp(NULL);
  cm2tt_device *cpu;
  checkReadOnly(setup);
  OK(cm2tt_runtime_cpu(setup.runtime, &cpu));
  checkReadOnly((Setup){setup.runtime, cpu});
  cm2tt_runtime_destroy(setup.runtime);
}

static void testWrapped(void) {
  Setup setup = setUp(NULL);
  cm2tt_device *cpu;
  cm2tt_buffer *buffer;
  cm2tt_stream *stream = (cm2tt_stream *)&setup;
  static int numbers[3] = {1, 2, 3};
  checkWrapped(setup);
  OK(cm2tt_runtime_cpu(setup.runtime, &cpu));
  checkWrapped((Setup){setup.runtime, cpu});

  // Destroying the handle waits for the work on streams of the CPU.
  OK(cm2tt_buffer_wrap(cpu, (uintptr_t)numbers, sizeof(numbers), &buffer));
  OK(cm2tt_stream_create(cpu, &stream));
  OK(cm2tt_buffer_fill_numbers_async(buffer, 4, cm2tt_arg_i32(7), 2, stream));
  cm2tt_buffer_destroy(buffer);
  CHECK(numbers[0] == 1 && numbers[1] == 7 && numbers[2] == 7);
  cm2tt_stream_destroy(stream);

  OK(cm2tt_buffer_wrap(cpu, 0, 0, &buffer));
  CHECK(cm2tt_buffer_address(buffer) == 0);
  cm2tt_buffer_destroy(buffer);
  FAILS(cm2tt_buffer_wrap(cpu, 0, 4, &buffer), CM2TT_INVALID_ARGUMENT,
        "the address of the memory is null");
  CHECK(!buffer);
  if (setup.device != cpu)
    FAILS(cm2tt_buffer_wrap(setup.device, (uintptr_t)numbers, 4, &buffer),
          CM2TT_INVALID_ARGUMENT, "is not memory of '");
  FAILS(cm2tt_stream_wrap(cpu, 1234, &stream), CM2TT_INVALID_ARGUMENT,
        "the stream does not belong to the CPU device");
  CHECK(!stream);
  OK(cm2tt_stream_wrap(cpu, 0, &stream));
  cm2tt_stream_destroy(stream);
  cm2tt_runtime_destroy(setup.runtime);
}

void testMemory(void) {
  testWrapped();
  testReadOnly();
  testNumbers();
  testCopies();
  testAsyncCopies();
}
