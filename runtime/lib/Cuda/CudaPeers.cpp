// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Copies between GPUs.
///
/// `cuMemFree` waits for the work of all streams of its own device, but not for
/// a copy on a stream of another one that uses the memory. So each device has a
/// stream, the guard, that waits for such copies and does nothing else.

#include "CudaDeviceInternals.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cuda;

/// Lets this device access the memory of another one directly, if it can. If
/// not, the driver copies through memory of the host.
void CudaDevice::enablePeer(const CudaDevice &peer) {
  std::lock_guard<std::mutex> lock(peersMutex);
  if (peer.id == id || is_contained(peers, peer.id))
    return;
  peers.push_back(peer.id);
  int canAccess = 0, mode = CaptureRelaxed;
  if (api->cuDeviceCanAccessPeer(&canAccess, id, peer.id) != Success ||
      !canAccess)
    return;
  // A capture of this thread does not concern it. It may be enabled already, by
  // another library; and there may be too many peers, which the driver copies
  // from all the same.
  api->cuThreadExchangeStreamCaptureMode(&mode);
  api->cuCtxEnablePeerAccess(peer.context, 0);
  api->cuThreadExchangeStreamCaptureMode(&mode);
}

Error CudaDevice::copyFromPeer(DeviceAddress to, Device &source,
                               DeviceAddress from, uint64_t bytes) {
  auto &peer = static_cast<CudaDevice &>(source);
  if (Error error = peer.settle())
    return error;
  if (Error error = activate())
    return error;
  enablePeer(peer);
  if (Error error =
          api->check(api->cuMemcpyPeerAsync(to, context, from, peer.context,
                                            bytes, /*stream=*/nullptr),
                     "cuMemcpyPeerAsync", Twine(bytes) + " bytes"))
    return error;
  return settle();
}

/// Makes freeing memory of this device wait for the work that precedes an event
/// of another one.
Error CudaDevice::waitBeforeFreeing(const Event &event) {
  std::lock_guard<std::mutex> lock(guardMutex);
  if (!guard.handle()) {
    Expected<Stream> created = createStream();
    if (!created)
      return created.takeError();
    guard = std::move(*created);
  }
  return streamWait(guard.handle(), event);
}

/// Makes freeing memory of another device wait for the work that a stream of
/// this one has now. The objects of a graph outlive it, so that captured work
/// needs none of that.
Error CudaDevice::keepMemory(CudaDevice &peer, StreamHandle stream) {
  Expected<bool> captures = isCapturing(stream);
  if (!captures)
    return captures.takeError();
  if (*captures || peer.id == id)
    return Error::success();
  // Otherwise another thread could record the event before the guard waits.
  std::lock_guard<std::mutex> lock(peersMutex);
  if (!copied.handle()) {
    Expected<Event> created = createEvent();
    if (!created)
      return created.takeError();
    copied = std::move(*created);
  }
  if (Error error = record(copied, stream))
    return error;
  return peer.waitBeforeFreeing(copied);
}

Error CudaDevice::copyPeerAsync(const DeviceLocation &to,
                                const DeviceLocation &from, uint64_t bytes,
                                StreamHandle stream) {
  auto &target = static_cast<CudaDevice &>(*to.device);
  auto &source = static_cast<CudaDevice &>(*from.device);
  CudaDevice &peer = &target == this ? source : target;
  if (Error error = activate())
    return error;
  enablePeer(peer);
  if (Error error = api->check(
          api->cuMemcpyPeerAsync(to.address, target.context, from.address,
                                 source.context, bytes, toHandle(stream)),
          "cuMemcpyPeerAsync", Twine(bytes) + " bytes"))
    return error;
  return keepMemory(peer, stream);
}
