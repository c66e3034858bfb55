// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Coefficients of polynomials in v from -1 to 1, the constant first, which
/// approximate functions with a relative error of at most 2^-54. Written by
/// tools/special-coefficients.

#ifndef CM2TT_LOWERING_NUMERICS_SPECIALCOEFFICIENTS_H
#define CM2TT_LOWERING_NUMERICS_SPECIALCOEFFICIENTS_H

namespace cm2tt {

/// (1 + 2x) e^(x^2) erfc(x) by v = (x - 3.5) / (x + 3.5).
inline constexpr double erfcxCoefficients[] = {
    0x1.3e0a99a0ee914p+0,   -0x1.1ebd220ea5a36p-3,  -0x1.59e2c284b130dp-7,
    0x1.8f702ec6bdf5ep-4,   -0x1.d76830c3524e2p-4,  0x1.686106035681ep-4,
    -0x1.8ff5ef76fb870p-5,  0x1.38ec66a5ce3f4p-6,   -0x1.143c4c9819476p-8,
    -0x1.3cf3c17c2fedbp-12, 0x1.27e661e9ad805p-11,  -0x1.fda374383bdedp-14,
    -0x1.66e17a2dbeb9fp-15, 0x1.96cf0d5ee0c03p-16,  0x1.386a10643ca6dp-19,
    -0x1.fd03fbc83ddbbp-19, -0x1.759ced8ecdb9fp-25, 0x1.360506ab0dbbdp-21,
    -0x1.1da9106682c71p-27, -0x1.55c95abff2304p-24, 0x1.291e4ff4140ecp-31,
    0x1.dacf2ea7adc6ap-28,  0x1.6cf19f6366f3cp-34};

/// erfinv(x) / x by w = -log(1 - x^2) from 0 to 5.
inline constexpr double erfinvCoefficients[] = {
    0x1.805c5cfcedef5p+0,   0x1.3bb315fc7682dp-1,   -0x1.abc1e0b47dd47p-6,
    -0x1.40b177277d2cep-6,  0x1.175c3f228167cp-7,   -0x1.ff993aa21c1a3p-12,
    -0x1.b553ca7b0f546p-11, 0x1.326256fd53962p-12,  0x1.57785d768fd19p-16,
    -0x1.5b8eb22948e0fp-15, 0x1.225650a1e5ce4p-17,  0x1.7ebe0b722710bp-19,
    -0x1.f1a503b0a9715p-20, 0x1.23b37d66972a0p-23,  0x1.ac81e875d0e68p-23,
    -0x1.3081bb5d508b6p-24, -0x1.ccfa4ea9c1c76p-28, 0x1.7b588afd99fc7p-27,
    -0x1.113d05048504bp-29, -0x1.0c4955b948adcp-30, 0x1.eaf07c01a9299p-32,
    0x1.542e7e826176bp-35,  -0x1.588990a24b66ep-35};

/// erfinv(x) / (x sqrt(w)) by 1 / sqrt(w) from 1/4 to 1/sqrt(5).
inline constexpr double erfinvTail1[] = {
    0x1.e22e8caedf9adp-1,   -0x1.080df40b69d1ep-6,  0x1.8b2dbfdbec11fp-9,
    0x1.48dbed434be55p-10,  0x1.4fef4f05a2a3ep-12,  -0x1.f905f7c8c4925p-15,
    -0x1.3ae0f3439165cp-14, 0x1.b814d2aa1ad77p-17,  0x1.b7edf59a15528p-17,
    -0x1.3018bd5b2136bp-18, -0x1.9b19693dcbbecp-20, 0x1.44643433b0a7cp-20,
    -0x1.0e1e7c32d2991p-24, -0x1.9a755f25bee5cp-23, 0x1.3f7386e1478dep-24,
    0x1.484b32dd0b703p-28,  -0x1.de587395e07aep-27, 0x1.60e9563bf944bp-28,
    0x1.36c9e5d63e6fdp-33,  -0x1.28323f11c5649p-30, 0x1.9c842b8821a65p-32,
    0x1.412b7d6f28f93p-34,  -0x1.c269c81dacb2cp-35};

/// The same from 1/7 to 1/4.
inline constexpr double erfinvTail2[] = {
    0x1.f0ffb90679c8ap-1,   -0x1.619e53f4f3d5ap-7,  -0x1.33b382a9a1a36p-14,
    0x1.f498068e915f6p-14,  -0x1.59ec4fd241095p-17, 0x1.e4365f98f9e54p-21,
    -0x1.e4288c8b0be13p-24, 0x1.19d6454c18591p-25,  0x1.0413cc3976627p-27,
    0x1.08771ba1a7b88p-27,  0x1.52116d95bca60p-29,  -0x1.b2df5872116d0p-35,
    -0x1.5aa902fcd23a5p-31, -0x1.0040770da07ecp-32, 0x1.14a471bc82e31p-34,
    0x1.23ebb42103b70p-34,  -0x1.958558883a8d7p-41, -0x1.d627525f7145dp-37,
    -0x1.42db15c0016b3p-40, 0x1.2ac7977cf1398p-39,  0x1.237b1d6a22170p-42,
    -0x1.be6e535c675e9p-43, -0x1.c85108b07f559p-46};

/// The same from 1/28 to 1/7.
inline constexpr double erfinvTail3[] = {
    0x1.fb4e1cf59f611p-1,   -0x1.1aa212fe154a6p-7,  -0x1.311f7d8e7851dp-10,
    0x1.287ee1f1accc1p-12,  -0x1.6a428d27e4414p-15, 0x1.5519c70a71843p-17,
    -0x1.a01146bfbf3c5p-19, 0x1.1e26886956ad7p-20,  -0x1.acf60ab03ef49p-22,
    0x1.5714abdd5dfdap-23,  -0x1.201beac1b4054p-24, 0x1.f42a7be55a81cp-26,
    -0x1.c1a30516b68fep-27, 0x1.b9ec06b194b2ap-28,  -0x1.a3bc440e30f0cp-29,
    0x1.b4e0f4d77980bp-31,  -0x1.8bc767eb34af3p-32, 0x1.fd80ec1421e57p-31,
    -0x1.0a04486dc329ap-31, -0x1.344dd26ff17cbp-32, 0x1.4d8956c7ff200p-33,
    0x1.219a760939130p-33,  -0x1.3316ece007f64p-34};

/// sqrt(x) e^-x I0(x) by 1 / x from 0 to 1/8.
inline constexpr double besselI0Tail[] = {
    0x1.9bd428ad249a5p-2,   0x1.b87969bb93b75p-9,   0x1.1daa72b5e650cp-13,
    0x1.75e5ee71edd14p-17,  0x1.8e513a1d5e52bp-20,  0x1.3f49a6bcfc2d9p-22,
    0x1.7d0f75812d9bcp-24,  0x1.51ced7b713adcp-25,  0x1.7224b1828e507p-26,
    0x1.03896efb09a41p-27,  -0x1.ce768f00b5374p-28, -0x1.cc90f59ec1228p-27,
    -0x1.77cc956faaa2fp-28, 0x1.0317d4c7b215ap-27,  0x1.047454ffcb608p-27,
    -0x1.df1549cddfaf8p-29, -0x1.a9411c5b0ad08p-28, 0x1.9bbbfe31d81e9p-30,
    0x1.0ab5ef575d285p-28,  -0x1.31c908a5dd531p-31, -0x1.e8fd992032bedp-30,
    0x1.42a55974d41b8p-33,  0x1.1ce14787c5bdep-31,  -0x1.52109c25bd9ecp-36,
    -0x1.36e52c10032d7p-34};

/// sqrt(x) e^-x I1(x) by 1 / x from 0 to 1/8.
inline constexpr double besselI1Tail[] = {
    0x1.8ebe783a84030p-2,   -0x1.3f796198ee628p-7,  -0x1.cbc54df1ece76p-13,
    -0x1.f89c23066d278p-17, -0x1.ec8e101744487p-20, -0x1.76137e6905189p-22,
    -0x1.ad8db6e1fecbbp-24, -0x1.727a73a8063a8p-25, -0x1.9180f82a1d429p-26,
    -0x1.21895bb7ba33fp-27, 0x1.cd81846fb3ff1p-28,  0x1.e20e7d69649cap-27,
    0x1.9f203cf2783b7p-28,  -0x1.0630cddd4e099p-27, -0x1.1465ce7d29637p-27,
    0x1.d4345a69bfc30p-29,  0x1.bdc8daed57db9p-28,  -0x1.858c7591014bdp-30,
    -0x1.162964d5f91dbp-28, 0x1.1aee882806184p-31,  0x1.fce6b32270b52p-30,
    -0x1.272ae05110368p-33, -0x1.2839623e2341cp-31, 0x1.33e83e12ca3b4p-36,
    0x1.432b0a4121172p-34};

} // namespace cm2tt

#endif // CM2TT_LOWERING_NUMERICS_SPECIALCOEFFICIENTS_H
