using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Reads packets that are pooled objects: rents one for each payload, has it filled, and returns it when the handler has ended,
/// thrown or been cancelled, or when the payload was malformed.</summary>
/// <typeparam name="T">The class of the packets.</typeparam>
/// <typeparam name="TDecoder">The type of the decoder, which fills them.</typeparam>
/// <remarks>
/// <para>Add it with <c>AddPooled</c>. The handler is given a <see cref="PooledRef{T}"/>, so that a packet that it returned itself is not
/// returned a second time; for a handler that keeps packets, rent in the handler.</para>
/// <para>Thread safety: that of the decoder.</para>
/// <para>Allocation: none once as many packets exist as are in use at a time.</para>
/// </remarks>
public readonly struct EncodeableParser<T, TDecoder> : IPooledPacketParser<PooledRef<T>>, IPooledMemoryPacketParser<PooledRef<T>>
    where T : class, IPooledEncodeable
    where TDecoder : struct, IEncodeableDecoder<T>
{
    private readonly EncodeablePool<T>? _pool;
    private readonly TDecoder _decoder;

    /// <summary>Initializes a new instance with the pool of the packets.</summary>
    /// <param name="pool">The pool of the packets.</param>
    /// <param name="decoder">The decoder, which fills the packets; each parse works on a copy.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is <see langword="null"/>.</exception>
    public EncodeableParser(EncodeablePool<T> pool, TDecoder decoder = default)
    {
        ArgumentNullException.ThrowIfNull(pool);

        _pool = pool;
        _decoder = decoder;
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">This is the default value, which has no pool.</exception>
    public bool TryParse(ReadOnlySpan<byte> payload, out PooledRef<T> packet)
    {
        if (_pool is null)
            Throw.InvalidOperation($"A default {nameof(EncodeableParser<,>)} has no pool: give it one by its constructor.");

        PooledRef<T> rented = _pool.Rent();
        bool isDecoded = false;
        try
        {
            isDecoded = _decoder.TryDecode(payload, rented.Value);
        }
        finally
        {
            if (!isDecoded)
                rented.TryReturn();
        }

        packet = isDecoded ? rented : default;
        return isDecoded;
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">This is the default value, which has no pool.</exception>
    public bool TryParse(ReadOnlyMemory<byte> payload, out PooledRef<T> packet) => TryParse(payload.Span, out packet);

    /// <inheritdoc/>
    public void ReturnPacket(PooledRef<T> packet) => packet.TryReturnIfLive(); // the handler has it too, and may have returned it
}
