using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Fills pooled packets from payloads, for <see cref="EncodeableParser{T, TDecoder}"/>. Implement it as a
/// struct, so that it is compiled into its dispatcher.</summary>
/// <typeparam name="T">The class of the packets.</typeparam>
/// <remarks>
/// <para>Ownership: what the decoder rents for the packet is returned with it. Store each nested object and array in
/// the packet as soon as it is rented, so that it is returned even if the rest of the payload turns out to be
/// malformed.</para>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate.</para>
/// </remarks>
public interface IEncodeableDecoder<T> where T : class, IPooledEncodeable
{
    /// <summary>Attempts to fill a packet.</summary>
    /// <param name="payload">The whole payload as the peer sent it. Check every length. It is valid until the call
    /// returns.</param>
    /// <param name="packet">A packet equal to a new one.</param>
    /// <returns><see langword="false"/> if the payload is malformed. In this case, or if the method throws, what was
    /// stored in <paramref name="packet"/> is returned. An <see cref="InvalidDataException"/>, which readers throw,
    /// also says that the payload is malformed.</returns>
    bool TryDecode(ReadOnlySpan<byte> payload, T packet);
}
