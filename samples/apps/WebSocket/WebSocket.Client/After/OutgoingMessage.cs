using System.Net.WebSockets;
using Pooling.Buffers;
using Pooling.Objects;

namespace WebSockets.Client.After;

/// <summary>A message that waits to be sent. A struct, so that it needs no memory except the queue.</summary>
/// <param name="Lease">The lease of the buffer with its bytes.</param>
/// <param name="Type">Text or binary.</param>
internal readonly record struct OutgoingMessage(PooledLease<PooledArrayBufferWriter<byte>> Lease, WebSocketMessageType Type);
