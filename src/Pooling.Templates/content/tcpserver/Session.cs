using Pooling.Buffers;

namespace Contoso.Tcp1;

/// <summary>The state of one connection. Its messages are handled one at a time.</summary>
internal sealed class Session
{
    public PooledArrayBufferWriter<byte> Output { get; } = new(initialCapacity: 0); // no memory until there is a reply
    public long Total { get; set; }
}
