using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>Represents the right to use one pooled item until the lease is disposed.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <remarks>
/// <para>Ownership: the holder disposes the lease once; copies represent the same lease. A second, late or racing
/// <see cref="Dispose"/> returns nothing, and <see cref="Value"/> throws afterwards, even if another caller has leased
/// the same item since. A reference obtained from <see cref="Value"/> is valid until the lease is disposed.</para>
/// <para>Thread safety: every member may be called from any thread. If several threads dispose the lease, exactly one
/// of them returns the item. A lease can be held across an await.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct PooledLease<T> : IDisposable, IEquatable<PooledLease<T>> where T : class
{
    private readonly LeaseCell<T>? _cell;
    private readonly long _version;

    internal PooledLease(LeaseCell<T> cell, long version)
    {
        _cell = cell;
        _version = version;
    }

    /// <summary>Gets the leased item.</summary>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    public T Value
    {
        get
        {
            LeaseCell<T>? cell = _cell;
            // pairs with the compare-and-swap in TryEnd
            if (cell is null || Volatile.Read(ref cell.Version) != _version)
                LeaseCell.ThrowEnded(cell);

            return cell.Item;
        }
    }

    /// <summary>Gets a value that indicates whether the lease is live: neither it nor a copy of it was disposed or
    /// returned.</summary>
    // pairs with the compare-and-swap in TryEnd
    public bool IsLive => _cell is { } cell && Volatile.Read(ref cell.Version) == _version;

    private string DebuggerText => $"IsLive = {IsLive}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Returns a value that indicates whether two values are the same lease, live or not.</summary>
    /// <param name="left">The first lease.</param>
    /// <param name="right">The second lease.</param>
    /// <returns><see langword="true"/> if both are copies of one lease.</returns>
    public static bool operator ==(PooledLease<T> left, PooledLease<T> right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two values are different leases.</summary>
    /// <param name="left">The first lease.</param>
    /// <param name="right">The second lease.</param>
    /// <returns><see langword="false"/> if both are copies of one lease.</returns>
    public static bool operator !=(PooledLease<T> left, PooledLease<T> right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(PooledLease<T> other) => _cell == other._cell && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledLease<T> other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_cell!) ^ _version.GetHashCode();

    /// <summary>Attempts to end the lease, as <see cref="Dispose"/> does.</summary>
    /// <returns><see langword="true"/> if this call ended the lease; <see langword="false"/> if it had already ended,
    /// or is the default value.</returns>
    /// <remarks>If the pool's policy throws, the item is dropped and the exception is thrown to the caller.</remarks>
    public bool TryReturn() => _cell is { } cell && cell.Source.TryEnd(cell, _version);

    /// <summary>Ends the lease: resets the item and returns it to its pool. Has no effect if this lease, or a copy of
    /// it, has already ended.</summary>
    /// <remarks>If the pool's policy throws, the item is dropped and the exception is thrown to the caller.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose() => _cell?.Source.TryEnd(_cell, _version);
}
