using Pooling.Buffers;

namespace WebSockets.Client.After;

/// <summary>Writes a message into the buffer that it is sent from.</summary>
/// <param name="buffer">The buffer, empty. It belongs to the message.</param>
/// <param name="state">What the sender gave.</param>
public delegate void MessageEncoder<in TState>(PooledArrayBufferWriter<byte> buffer, TState state) where TState : allows ref struct;
