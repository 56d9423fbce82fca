using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Fills pooled packets from payloads, for <see cref="EncodeableParser{T, TDecoder}"/>. Implement it by a struct, so that it is
/// compiled into its dispatcher.</summary>
/// <typeparam name="T">The class of the packets.</typeparam>
/// <remarks>
/// <para>Ownership: what the decoder rents for the packet goes back with it. Put each nested object and array into the packet as soon as it
/// is rented, so that it is returned also if the rest of the payload turns out to be malformed.</para>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public interface IEncodeableDecoder<T> where T : class, IPooledEncodeable
{
    /// <summary>Attempts to fill a packet.</summary>
    /// <param name="payload">The whole payload, as the peer sent it: check every length. It is valid until the call ends.</param>
    /// <param name="packet">A packet equal to a new one.</param>
    /// <returns><see langword="false"/> if the payload is no such packet; what was put into <paramref name="packet"/> is returned then, as
    /// if it throws.</returns>
    bool TryDecode(ReadOnlySpan<byte> payload, T packet);
}
