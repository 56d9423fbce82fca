using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>One holder's share in an encoded message that several holders send: the message goes back to its pool when the last share
/// ends.</summary>
/// <remarks>
/// <para>Ownership: each share is ended once, by <see cref="Dispose"/> or <see cref="TryReturn"/>, by its holder; copies are the
/// same share. A second, late or racing end does nothing or throws, and never ends the share of somebody else, also after the memory was
/// rented again. Memory taken out of a share is valid until that share ends. A share that is never ended leaves the message to the garbage
/// collector.</para>
/// <para>The message cannot be changed by its holders.</para>
/// <para>Thread safety: every member may be called from any thread at any time; one share may race with itself.</para>
/// <para>Allocation: none once as many messages and shares exist as are held at a time.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct SharedBuffer : IDisposable, IEquatable<SharedBuffer>
{
    internal const int MaxShares = (int)SharedMessage.CountMask;

    private readonly SharedHolder? _holder;
    private readonly long _version;

    internal SharedBuffer(SharedHolder holder)
    {
        _holder = holder;
        _version = holder.Version;
    }

    /// <summary>Gets a value that indicates whether the share has not ended.</summary>
    public bool IsLive => TryRead(out _);

    /// <summary>Gets the number of bytes.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public int Length => Read().Length;

    /// <summary>Gets the bytes. They are valid until this share ends.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public ReadOnlySpan<byte> Span
    {
        get
        {
            Share share = Read();
            return new ReadOnlySpan<byte>(share.Array, share.Start, share.Length);
        }
    }

    /// <summary>Gets the bytes. They are valid until this share ends.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public ReadOnlyMemory<byte> Memory
    {
        get
        {
            Share share = Read();
            return new ReadOnlyMemory<byte>(share.Array, share.Start, share.Length);
        }
    }

    internal string DebuggerText => TryRead(out Share share) ? $"{share.Length} bytes" : _holder is null ? "default" : "ended";

    /// <summary>The message behind the share, for tests.</summary>
    internal SharedMessage Message => Read().Message;

    /// <summary>Copies bytes into a message with one share.</summary>
    /// <param name="content">The bytes, copied. None is allowed.</param>
    /// <param name="pool">Where the memory comes from and goes back to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="clearOnReturn">Whether the bytes are cleared before the memory goes back.</param>
    /// <returns>The first share.</returns>
    /// <remarks>An exception of the pool reaches the caller; nothing was rented then.</remarks>
    public static SharedBuffer Create(ReadOnlySpan<byte> content, ArrayPool<byte>? pool = null, bool clearOnReturn = false)
    {
        pool ??= ArrayPool<byte>.Shared;
        byte[] array = content.IsEmpty ? [] : RentedArray.Rent(pool, content.Length);
        content.CopyTo(array);
        return SharedMessage.Start(array, content.Length, pool, clearOnReturn);
    }

    /// <summary>Returns a value that indicates whether two values are the same share.</summary>
    /// <param name="left">A share.</param>
    /// <param name="right">Another share.</param>
    /// <returns><see langword="true"/> if one is a copy of the other.</returns>
    public static bool operator ==(SharedBuffer left, SharedBuffer right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two values are different shares, of one message or of two.</summary>
    /// <param name="left">A share.</param>
    /// <param name="right">Another share.</param>
    /// <returns><see langword="false"/> if one is a copy of the other.</returns>
    public static bool operator !=(SharedBuffer left, SharedBuffer right) => !left.Equals(right);

    /// <summary>Returns another share of the same bytes, for another holder.</summary>
    /// <returns>The new share, which ends by itself.</returns>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message has 16,777,215 shares.</exception>
    public SharedBuffer Retain()
    {
        if (!TryRetain(out SharedBuffer share))
            ThrowEnded();

        return share;
    }

    /// <summary>Attempts to make another share of the same bytes.</summary>
    /// <param name="share">The new share, which ends by itself; the default value if there is none.</param>
    /// <returns><see langword="false"/> if this share has ended, or is the default value; nothing was done.</returns>
    /// <exception cref="InvalidOperationException">The message has 16,777,215 shares.</exception>
    public bool TryRetain(out SharedBuffer share)
    {
        share = default;
        return TryRead(out Share own) && SharedMessage.TryShare(own, out share);
    }

    /// <summary>Returns another share, of a part of the bytes. It keeps the whole message until it ends.</summary>
    /// <param name="start">Where the part begins.</param>
    /// <returns>The new share, of what follows <paramref name="start"/>; it ends by itself.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> is negative or beyond the end.</exception>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message has 16,777,215 shares.</exception>
    public SharedBuffer Slice(int start)
    {
        int length = Length;
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(start, length);

        return Slice(start, length - start);
    }

    /// <summary>Returns another share, of a part of the bytes. It keeps the whole message until it ends.</summary>
    /// <param name="start">Where the part begins.</param>
    /// <param name="length">The bytes of the part.</param>
    /// <returns>The new share, which ends by itself.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> or <paramref name="length"/> is negative, or they reach
    /// beyond the end.</exception>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message has 16,777,215 shares.</exception>
    public SharedBuffer Slice(int start, int length)
    {
        Share own = Read();
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(start, own.Length);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, own.Length - start);

        own.Start += start;
        own.Length = length;
        if (!SharedMessage.TryShare(own, out SharedBuffer share))
            ThrowEnded();

        return share;
    }

    /// <summary>Attempts to end the share, as <see cref="Dispose"/> does.</summary>
    /// <returns><see langword="true"/> if this call ended the share; <see langword="false"/> if it had ended before, or is the default
    /// value.</returns>
    /// <remarks>An exception of the array pool reaches the call that ends the last share; the message is dropped then.</remarks>
    public bool TryReturn() => _holder is { } holder && holder.TryEnd(_version);

    /// <summary>Ends the share. Does nothing if it, or a copy of it, has ended before. The last one returns the message to its
    /// pool.</summary>
    /// <remarks>An exception of the array pool reaches the call that ends the last share; the message is dropped then.</remarks>
    public void Dispose() => _holder?.TryEnd(_version);

    /// <inheritdoc/>
    public bool Equals(SharedBuffer other) => _holder == other._holder && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is SharedBuffer other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_holder!) ^ _version.GetHashCode();

    /// <summary>Reads what the share shows. It may end at any time after that.</summary>
    /// <returns><see langword="false"/> if it has ended, or is the default value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(out Share share)
    {
        share = default;
        return _holder is { } holder && holder.TryRead(_version, out share);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Share Read()
    {
        if (!TryRead(out Share share))
            ThrowEnded();

        return share;
    }

    [DoesNotReturn]
    private static void ThrowEnded() => Throw.ObjectDisposed(nameof(SharedBuffer));
}
