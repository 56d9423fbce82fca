using System.Net.WebSockets;
using Pooling.Buffers;
using Pooling.Objects;

namespace WebSockets.Client.After;

/// <summary>A message on its way: a struct, so that the queue that it waits in is all the memory that it needs.</summary>
/// <param name="Lease">Its bytes.</param>
/// <param name="Type">Text or binary.</param>
internal readonly record struct OutgoingMessage(PooledLease<PooledArrayBufferWriter<byte>> Lease, WebSocketMessageType Type);
