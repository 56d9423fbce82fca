using Pooling.Buffers;

namespace WebSockets.Client.After;

/// <summary>Writes a message into the buffer from which it is sent.</summary>
/// <param name="buffer">The buffer. It is empty, and belongs to the message.</param>
/// <param name="state">The state that the sender passed.</param>
public delegate void MessageEncoder<in TState>(PooledArrayBufferWriter<byte> buffer, TState state) where TState : allows ref struct;
