using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Parses packets that are pooled objects. It rents an object for each payload, lets a decoder fill it, and
/// returns it when the handler has completed, thrown or been canceled, or when the payload was malformed.</summary>
/// <typeparam name="T">The class of the packets.</typeparam>
/// <typeparam name="TDecoder">The type of the decoder that fills them.</typeparam>
/// <remarks>
/// <para>Add it with <c>AddPooled</c>. The handler receives a <see cref="PooledRef{T}"/>, so that a packet that it has
/// returned itself is not returned again. A handler that keeps packets should rent them itself.</para>
/// <para>Thread safety: that of the decoder.</para>
/// <para>Allocation: none once the pool has created as many packets as are in use at the same time.</para>
/// </remarks>
public readonly struct EncodeableParser<T, TDecoder> : IPooledPacketParser<PooledRef<T>>
    where T : class, IPooledEncodeable
    where TDecoder : struct, IEncodeableDecoder<T>
{
    private readonly EncodeablePool<T>? _pool;
    private readonly TDecoder _decoder;

    /// <summary>Initializes a new instance with the pool of the packets.</summary>
    /// <param name="pool">The pool of the packets.</param>
    /// <param name="decoder">The decoder that fills the packets. Each parse uses a copy.</param>
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
        {
            Throw.InvalidOperation(
                $"The {nameof(EncodeableParser<,>)} is the default value, which has no pool. Use its constructor.");
        }

        PooledRef<T> rented = _pool.Rent();
        bool isDecoded = false;
        try
        {
            isDecoded = _decoder.TryDecode(payload, rented.Value);
        }
        catch (InvalidDataException)
        {
            // A reader threw it: the payload is malformed.
        }
        catch
        {
            rented.TryReturnQuietly(); // this exception is passed on, and not one of the reset
            throw;
        }

        if (!isDecoded)
            rented.TryReturn();

        packet = isDecoded ? rented : default;
        return isDecoded;
    }

    /// <inheritdoc/>
    // the handler also has it, and may have returned it
    public void ReturnPacket(PooledRef<T> packet) => packet.TryReturnIfLive();
}
