namespace OpcUa.Protocol.Transport;

/// <summary>Secures the chunks of one direction and one token, in place. For one thread at a time, which also disposes it.</summary>
/// <remarks>After the header, which is not encrypted, a chunk has its sequence header, body, padding and signature.
/// These are encrypted in blocks, if the mode includes encryption.</remarks>
public interface IChunkSecurity : IDisposable
{
    /// <summary>The length of a block before encryption; 1 without encryption.</summary>
    int PlainBlock { get; }

    /// <summary>The length of a block after encryption. It differs only for RSA.</summary>
    int CipherBlock { get; }

    /// <summary>The length of a signature; 0 without signatures.</summary>
    int Signature { get; }

    /// <summary>The number of bytes that hold the length of the padding; 0 without encryption.</summary>
    int PaddingSize { get; }

    /// <summary>Pads, signs and encrypts a chunk.</summary>
    /// <param name="chunk">The chunk in its array, with room for the additions, and its final size in its header.</param>
    /// <param name="header">The length of the part that is not encrypted.</param>
    /// <param name="length">The length of header, sequence header and body.</param>
    void Seal(ArraySegment<byte> chunk, int header, int length);

    /// <summary>Decrypts a chunk, and checks its signature and padding.</summary>
    /// <param name="chunk">The chunk.</param>
    /// <param name="header">The length of the part that is not encrypted.</param>
    /// <returns>The length of header, sequence header and body.</returns>
    /// <exception cref="TransportException">The chunk was not secured by the peer, or was changed.</exception>
    int Open(ArraySegment<byte> chunk, int header);
}
