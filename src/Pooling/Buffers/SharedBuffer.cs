using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Buffers;

/// <summary>Represents one holder's share of an encoded message that several holders send. When the last share ends,
/// the message is returned to its pool.</summary>
/// <remarks>
/// <para>Ownership: the holder ends each share once, by <see cref="Dispose"/> or <see cref="TryReturn"/>; copies
/// represent the same share. A second, late or racing end has no effect or throws, and never ends another holder's
/// share, even if the memory was rented again. Memory obtained from a share is valid until that share ends. If a share
/// is never ended, the message is left to the garbage collector.</para>
/// <para>Holders cannot change the message.</para>
/// <para>Thread safety: every member may be called from any thread at any time, including several threads with the same
/// share.</para>
/// <para>Allocation: none once as many messages and shares were created as are in use at the same time.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct SharedBuffer : IDisposable, IEquatable<SharedBuffer>
{
    private readonly ShareGroup? _group;
    private readonly long _share; // the tenancy of the group, and an index

    internal SharedBuffer(ShareGroup group, long share)
    {
        _group = group;
        _share = share;
    }

    /// <summary>Gets a value that indicates whether the share is live, that is, has not ended.</summary>
    public bool IsLive => _group is { } group && group.IsLive(_share);

    /// <summary>Gets the number of bytes.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public int Length
    {
        get
        {
            Read(out _, out _, out int length);
            return length;
        }
    }

    /// <summary>Gets the bytes as a span, which is valid until this share ends.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public ReadOnlySpan<byte> Span
    {
        get
        {
            Read(out byte[] array, out int start, out int length);
            return new ReadOnlySpan<byte>(array, start, length);
        }
    }

    /// <summary>Gets the bytes as memory, which is valid until this share ends.</summary>
    /// <exception cref="ObjectDisposedException">The share has ended, or is the default value.</exception>
    public ReadOnlyMemory<byte> Memory
    {
        get
        {
            Read(out byte[] array, out int start, out int length);
            return new ReadOnlyMemory<byte>(array, start, length);
        }
    }

    internal string DebuggerText =>
        TryRead(out Share share) ? Quantity.Of(share.Length, "byte") : _group is null ? "default" : "ended";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>The group of the share.</summary>
    internal ShareGroup? Group => _group;

    /// <summary>Copies bytes into a new message with one share.</summary>
    /// <param name="content">The bytes to copy. It can be empty.</param>
    /// <param name="pool">The pool to rent the memory from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="clearOnReturn">Whether the bytes are cleared before the memory is returned.</param>
    /// <returns>The first share.</returns>
    /// <remarks>If the pool throws, the exception is passed to the caller and nothing was rented.</remarks>
    public static SharedBuffer Create(
        ReadOnlySpan<byte> content, ArrayPool<byte>? pool = null, bool clearOnReturn = false)
    {
        pool ??= ArrayPool<byte>.Shared;
        byte[] array = content.IsEmpty ? [] : RentedArray.Rent(pool, content.Length);
        content.CopyTo(array);
        return ShareGroup.Start(array, content.Length, pool, clearOnReturn);
    }

    /// <summary>Copies bytes into a new message with as many shares as a span holds.</summary>
    /// <param name="content">The bytes to copy. It can be empty.</param>
    /// <param name="shares">The span that the shares are written to, each of which must be ended independently. If it
    /// is empty, nothing is done.</param>
    /// <param name="pool">The pool to rent the memory from; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="clearOnReturn">Whether the bytes are cleared before the memory is returned.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="shares"/> is longer than 786,432; nothing was
    /// rented.</exception>
    /// <remarks>If the pool throws, the exception is passed to the caller, nothing was rented, and
    /// <paramref name="shares"/> is unchanged.</remarks>
    public static void Create(
        ReadOnlySpan<byte> content, Span<SharedBuffer> shares, ArrayPool<byte>? pool = null, bool clearOnReturn = false)
    {
        ThrowIfTooMany(shares);
        if (shares.IsEmpty)
            return;

        byte[] array = content.IsEmpty ? [] : RentedArray.Rent(pool ?? ArrayPool<byte>.Shared, content.Length);
        content.CopyTo(array);
        ShareGroup.Start(array, content.Length, pool, clearOnReturn, shares);
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
    public static SharedBuffer Create(
        in ReadOnlySequence<byte> content, ArrayPool<byte>? pool = null, bool clearOnReturn = false)
    {
        if (content.Length > Array.MaxLength)
        {
            Throw.ArgumentOutOfRange(nameof(content), content.Length,
                $"{content.Length} bytes are too many: an array holds at most {Array.MaxLength}.");
        }

        pool ??= ArrayPool<byte>.Shared;
        byte[] array = content.IsEmpty ? [] : RentedArray.Rent(pool, (int)content.Length);
        content.CopyTo(array);
        return ShareGroup.Start(array, (int)content.Length, pool, clearOnReturn);
    }

    /// <summary>Returns a value that indicates whether two values are the same share.</summary>
    /// <param name="left">The first share.</param>
    /// <param name="right">The second share.</param>
    /// <returns><see langword="true"/> if both are copies of one share.</returns>
    public static bool operator ==(SharedBuffer left, SharedBuffer right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two values are different shares, of one message or of
    /// two.</summary>
    /// <param name="left">The first share.</param>
    /// <param name="right">The second share.</param>
    /// <returns><see langword="false"/> if both are copies of one share.</returns>
    public static bool operator !=(SharedBuffer left, SharedBuffer right) => !left.Equals(right);

    /// <summary>Returns another share of the same bytes, for another holder.</summary>
    /// <returns>The new share, which must be ended independently.</returns>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message has as many shares or slices as it can have: 786,432 or
    /// 32,767.</exception>
    public SharedBuffer Retain()
    {
        if (!TryRetain(out SharedBuffer share))
            ThrowEnded(_group);

        return share;
    }

    /// <summary>Attempts to create another share of the same bytes.</summary>
    /// <param name="share">The new share, which must be ended independently; the default value if this method returns
    /// <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if this share has ended, or is the default value; nothing was done.</returns>
    /// <exception cref="InvalidOperationException">The message has as many shares or slices as it can have: 786,432 or
    /// 32,767.</exception>
    public bool TryRetain(out SharedBuffer share)
    {
        share = default;
        return _group is { } group && group.TryRetain(_share, out share);
    }

    /// <summary>Attempts to create as many other shares of the same bytes as a span holds.</summary>
    /// <param name="shares">The span that the new shares are written to, each of which must be ended independently. It
    /// is unchanged if this method returns <see langword="false"/> or throws.</param>
    /// <returns><see langword="false"/> if this share has ended, or is the default value; nothing was done.</returns>
    /// <exception cref="InvalidOperationException">The message would have more shares or slices than it can have:
    /// 786,432 or 32,767.</exception>
    public bool TryRetain(Span<SharedBuffer> shares) => _group is { } group && group.TryRetain(_share, shares);

    /// <summary>Returns another share, of a part of the bytes. It keeps the whole message alive until it
    /// ends.</summary>
    /// <param name="start">The index at which the part begins.</param>
    /// <returns>The new share, of all bytes from <paramref name="start"/> on; it must be ended independently.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> is negative or greater than
    /// <see cref="Length"/>.</exception>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message has as many shares or slices as it can have: 786,432 or
    /// 32,767.</exception>
    public SharedBuffer Slice(int start)
    {
        int length = Length;
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(start, length);

        return Slice(start, length - start);
    }

    /// <summary>Returns another share, of a part of the bytes. It keeps the whole message alive until it
    /// ends.</summary>
    /// <param name="start">The index at which the part begins.</param>
    /// <param name="length">The length of the part in bytes.</param>
    /// <returns>The new share, which must be ended independently.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="start"/> or <paramref name="length"/> is negative,
    /// or the part extends beyond the end.</exception>
    /// <exception cref="ObjectDisposedException">This share has ended, or is the default value.</exception>
    /// <exception cref="InvalidOperationException">The message has as many shares or slices as it can have: 786,432 or
    /// 32,767.</exception>
    public SharedBuffer Slice(int start, int length)
    {
        if (!TryRead(out Share own))
            ThrowEnded(_group);

        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(start, own.Length);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, own.Length - start);

        own.Start += start;
        own.Length = length;
        if (!ShareGroup.TryShare(own, out SharedBuffer share))
            ThrowEnded(_group);

        return share;
    }

    /// <summary>Attempts to end the share, as <see cref="Dispose"/> does.</summary>
    /// <returns><see langword="true"/> if this call ended the share; <see langword="false"/> if it had already ended,
    /// or is the default value.</returns>
    /// <remarks>If the array pool throws when the last share ends, the exception is passed to the caller and the
    /// message is dropped.</remarks>
    public bool TryReturn() => _group is { } group && group.TryEnd(_share);

    /// <summary>Ends the share. Has no effect if the share, or a copy of it, has already ended. Ending the last share
    /// returns the message to its pool.</summary>
    /// <remarks>If the array pool throws when the last share ends, the exception is passed to the caller and the
    /// message is dropped.</remarks>
    public void Dispose() => _group?.TryEnd(_share);

    /// <inheritdoc/>
    public bool Equals(SharedBuffer other) => _group == other._group && _share == other._share;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is SharedBuffer other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_group!) ^ _share.GetHashCode();

    internal static void ThrowIfTooMany(ReadOnlySpan<SharedBuffer> shares)
    {
        if (shares.Length > ShareGroup.MaxShares)
        {
            Throw.ArgumentOutOfRange(nameof(shares), shares.Length,
                $"{shares.Length} shares are too many: a message has at most {ShareGroup.MaxShares}.");
        }
    }

    /// <summary>Reads what another share needs; this one may end at any time afterwards.</summary>
    /// <returns><see langword="false"/> if it has ended, or is the default value.</returns>
    internal bool TryRead(out Share share)
    {
        share = default;
        return _group is { } group && group.TryRead(_share, out share);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Read(out byte[] array, out int start, out int length)
    {
        (array, start, length) = (null!, 0, 0);
        if (_group is not { } group || !group.TryRead(_share, out array, out start, out length))
            ThrowEnded(_group);
    }

    [DoesNotReturn]
    private static void ThrowEnded(ShareGroup? group) =>
        throw EndedRental.Used(nameof(SharedBuffer), pool: null, group);
}
