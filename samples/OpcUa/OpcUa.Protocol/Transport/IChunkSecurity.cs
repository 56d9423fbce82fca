namespace OpcUa.Protocol.Transport;

/// <summary>Secures the chunks of one direction and one token, in place. One thread at a time.</summary>
/// <remarks>Behind the header, which stays readable, a chunk has its sequence header, body, padding and signature;
/// these are encrypted, if the mode encrypts, in blocks.</remarks>
public interface IChunkSecurity
{
    /// <summary>The bytes of one block before it is encrypted; 1 if nothing is encrypted.</summary>
    int PlainBlock { get; }

    /// <summary>The bytes of one block behind; as many, but with RSA.</summary>
    int CipherBlock { get; }

    /// <summary>The bytes of a signature; 0 if nothing is signed.</summary>
    int Signature { get; }

    /// <summary>The bytes that tell how long the padding is; 0 if nothing is encrypted.</summary>
    int PaddingSize { get; }

    /// <summary>Pads, signs and encrypts.</summary>
    /// <param name="chunk">The chunk, with room for all that is added, its size of then in its header.</param>
    /// <param name="header">The bytes that stay readable.</param>
    /// <param name="length">The bytes of header, sequence header and body.</param>
    void Seal(Span<byte> chunk, int header, int length);

    /// <summary>Decrypts, and checks the signature and the padding.</summary>
    /// <param name="chunk">The chunk.</param>
    /// <param name="header">The bytes that are readable.</param>
    /// <returns>The bytes of header, sequence header and body.</returns>
    /// <exception cref="TransportException">The chunk was not made by the peer, or not like this.</exception>
    int Open(Span<byte> chunk, int header);
}
