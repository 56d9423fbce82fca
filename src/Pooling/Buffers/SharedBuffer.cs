using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Buffers;

/// <summary>Represents one holder's share of an encoded message that several holders send. When the last share ends, the message is
/// returned to its pool.</summary>
/// <remarks>
/// <para>Ownership: the holder ends each share once, by <see cref="Dispose"/> or <see cref="TryReturn"/>; copies represent the same share.
/// A second, late or racing end has no effect or throws, and never ends another holder's share, even if the memory was rented again. Memory
/// obtained from a share is valid until that share ends. If a share is never ended, the message is left to the garbage collector.</para>
/// <para>Holders cannot change the message.</para>
/// <para>Thread safety: every member may be called from any thread at any time, including several threads with the same share.</para>
/// <para>Allocation: none once as many messages and shares were created as are in use at the same time.</para>
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

    /// <summary>Gets a value that indicates whether the share is live, that is, has not ended.</summary>
    public bool IsLive => TryRead(out _);

    /// <summary>Gets the number of bytes.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public int Length => Read().Length;

    /// <summary>Gets the bytes as a span, which is valid until this share ends.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public ReadOnlySpan<byte> Span
    {
        get
        {
            Share share = Read();
            return new ReadOnlySpan<byte>(share.Array, share.Start, share.Length);
        }
    }

    /// <summary>Gets the bytes as memory, which is valid until this share ends.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public ReadOnlyMemory<byte> Memory
    {
        get
        {
            Share share = Read();
            return new ReadOnlyMemory<byte>(share.Array, share.Start, share.Length);
        }
    }

    internal string DebuggerText => TryRead(out Share share) ? Quantity.Of(share.Length, "byte") : _holder is null ? "default" : "ended";

    /// <summary>The message of the share. For tests.</summary>
    internal SharedMessage Message => Read().Message;

    /// <summary>Copies bytes into a new message with one share.</summary>
    /// <param name="content">The bytes to copy. It can be empty.</param>
    /// <param name="pool">The pool to rent the memory from; <see langword="null"/> for <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="clearOnReturn">Whether the bytes are cleared before the memory is returned.</param>
    /// <returns>The first share.</returns>
    /// <remarks>If the pool throws, the exception is passed to the caller and nothing was rented.</remarks>
    public static SharedBuffer Create(ReadOnlySpan<byte> content, ArrayPool<byte>? pool = null, bool clearOnReturn = false)
    {
        pool ??= ArrayPool<byte>.Shared;
        byte[] array = content.IsEmpty ? [] : RentedArray.Rent(pool, content.Length);
        content.CopyTo(array);
        return SharedMessage.Start(array, content.Length, pool, clearOnReturn);
    }

    /// <summary>Copies the bytes of all segments into a new message with one share.</summary>
    /// <param name="content">The bytes to copy. It can be empty.</param>
    /// <param name="pool">The pool to rent the memory from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="clearOnReturn">Whether the bytes are cleared before the memory is returned.</param>
    /// <returns>The first share.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="content"/> is longer than an array can be; nothing
    /// was rented.</exception>
    /// <remarks>If the pool throws, the exception is passed to the caller and nothing was rented.</remarks>
    public static SharedBuffer Create(in ReadOnlySequence<byte> content, ArrayPool<byte>? pool = null, bool clearOnReturn = false)
    {
        if (content.Length > Array.MaxLength)
        {
            Throw.ArgumentOutOfRange(nameof(content), content.Length,
                $"{content.Length} bytes are too many: an array holds at most {Array.MaxLength}.");
        }

        pool ??= ArrayPool<byte>.Shared;
        byte[] array = content.IsEmpty ? [] : RentedArray.Rent(pool, (int)content.Length);
        content.CopyTo(array);
        return SharedMessage.Start(array, (int)content.Length, pool, clearOnReturn);
    }

    /// <summary>Returns a value that indicates whether two values are the same share.</summary>
    /// <param name="left">The first share.</param>
    /// <param name="right">The second share.</param>
    /// <returns><see langword="true"/> if both are copies of one share.</returns>
    public static bool operator ==(SharedBuffer left, SharedBuffer right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two values are different shares, of one message or of two.</summary>
    /// <param name="left">The first share.</param>
    /// <param name="right">The second share.</param>
    /// <returns><see langword="false"/> if both are copies of one share.</returns>
    public static bool operator !=(SharedBuffer left, SharedBuffer right) => !left.Equals(right);

    /// <summary>Returns another share of the same bytes, for another holder.</summary>
    /// <returns>The new share, which must be ended independently.</returns>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message already has 16,777,215 shares.</exception>
    public SharedBuffer Retain()
    {
        if (!TryRetain(out SharedBuffer share))
            ThrowEnded(_holder);

        return share;
    }

    /// <summary>Attempts to create another share of the same bytes.</summary>
    /// <param name="share">The new share, which must be ended independently; the default value if this method returns
    /// <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if this share has ended, or is the default value; nothing was done.</returns>
    /// <exception cref="InvalidOperationException">The message already has 16,777,215 shares.</exception>
    public bool TryRetain(out SharedBuffer share)
    {
        share = default;
        return TryRead(out Share own) && SharedMessage.TryShare(own, out share);
    }

    /// <summary>Returns another share, of a part of the bytes. It keeps the whole message alive until it ends.</summary>
    /// <param name="start">The index at which the part begins.</param>
    /// <returns>The new share, of all bytes from <paramref name="start"/> on; it must be ended independently.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> is negative or greater than <see cref="Length"/>.</exception>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message already has 16,777,215 shares.</exception>
    public SharedBuffer Slice(int start)
    {
        int length = Length;
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(start, length);

        return Slice(start, length - start);
    }

    /// <summary>Returns another share, of a part of the bytes. It keeps the whole message alive until it ends.</summary>
    /// <param name="start">The index at which the part begins.</param>
    /// <param name="length">The length of the part in bytes.</param>
    /// <returns>The new share, which must be ended independently.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> or <paramref name="length"/> is negative, or the part extends
    /// beyond the end.</exception>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message already has 16,777,215 shares.</exception>
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
            ThrowEnded(_holder);

        return share;
    }

    /// <summary>Attempts to end the share, as <see cref="Dispose"/> does.</summary>
    /// <returns><see langword="true"/> if this call ended the share; <see langword="false"/> if it had already ended, or is the default
    /// value.</returns>
    /// <remarks>If the array pool throws when the last share ends, the exception is passed to the caller and the message is
    /// dropped.</remarks>
    public bool TryReturn() => _holder is { } holder && holder.TryEnd(_version);

    /// <summary>Ends the share. Has no effect if the share, or a copy of it, has already ended. Ending the last share returns the message
    /// to its pool.</summary>
    /// <remarks>If the array pool throws when the last share ends, the exception is passed to the caller and the message is
    /// dropped.</remarks>
    public void Dispose() => _holder?.TryEnd(_version);

    /// <inheritdoc/>
    public bool Equals(SharedBuffer other) => _holder == other._holder && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is SharedBuffer other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_holder!) ^ _version.GetHashCode();

    /// <summary>Reads the content of the share, which may end at any time afterwards.</summary>
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
            ThrowEnded(_holder);

        return share;
    }

    [DoesNotReturn]
    private static void ThrowEnded(SharedHolder? holder) => throw EndedRental.Used(nameof(SharedBuffer), pool: null, holder);
}
