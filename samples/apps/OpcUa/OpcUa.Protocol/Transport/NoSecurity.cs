namespace OpcUa.Protocol.Transport;

/// <summary>The security policy None, which leaves chunks unchanged.</summary>
public sealed class NoSecurity : IChunkSecurity
{
    private NoSecurity()
    {
    }

    public static NoSecurity Instance { get; } = new();

    /// <summary>The URI of the policy.</summary>
    public static ReadOnlySpan<byte> PolicyUri => "http://opcfoundation.org/UA/SecurityPolicy#None"u8;

    public int PlainBlock => 1;

    public int CipherBlock => 1;

    public int Signature => 0;

    public int PaddingSize => 0;

    public void Seal(ArraySegment<byte> chunk, int header, int length)
    {
    }

    public int Open(ArraySegment<byte> chunk, int header) => chunk.Count;

    public void Dispose()
    {
    }
}
