using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <summary>Represents the right to use one pooled object until <see cref="TryReturn"/> is called. It consists of the
/// object and the version of its rental.</summary>
/// <typeparam name="T">The type of the object, or one of its base types or interfaces.</typeparam>
/// <remarks>
/// <para>Ownership: the holder returns the reference once; copies represent the same reference. A second, late or
/// racing return has no effect, even if another caller has rented the same object since. An object obtained from
/// <see cref="Value"/> is valid until then.</para>
/// <para>Thread safety: every member may be called from any thread. A reference can be held across an await.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct PooledRef<T> : IDisposable, IEquatable<PooledRef<T>> where T : class, IPooledEncodeable
{
    private readonly T? _item;
    private readonly int _word; // equal to the object's word while this reference is live

    internal PooledRef(T item, int word)
    {
        _item = item;
        _word = word;
    }

    /// <summary>Gets the object.</summary>
    /// <exception cref="ObjectDisposedException">The object was returned, or this is the default value.</exception>
    public T Value
    {
        get
        {
            T? item = _item;
            // pairs with the compare-and-swap in TryEndToken
            if (item is null || Volatile.Read(ref item.PoolState.Word) != _word)
                EncodeablePool.ThrowEnded(item);

            return item;
        }
    }

    /// <summary>Gets a value that indicates whether the reference is live: the object was not returned through it or a
    /// copy of it.</summary>
    // pairs with the compare-and-swap in TryEndToken
    public bool IsLive => _item is { } item && Volatile.Read(ref item.PoolState.Word) == _word;

    private string DebuggerText => $"IsLive = {IsLive}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Returns a value that indicates whether two values are the same rental, live or not.</summary>
    /// <param name="left">The first reference.</param>
    /// <param name="right">The second reference.</param>
    /// <returns><see langword="true"/> if both are copies of one reference.</returns>
    public static bool operator ==(PooledRef<T> left, PooledRef<T> right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two values are different rentals.</summary>
    /// <param name="left">The first reference.</param>
    /// <param name="right">The second reference.</param>
    /// <returns><see langword="false"/> if both are copies of one reference.</returns>
    public static bool operator !=(PooledRef<T> left, PooledRef<T> right) => !left.Equals(right);

    /// <summary>Attempts to return the object, with everything nested in it, to its pool, which resets it.</summary>
    /// <returns><see langword="false"/> if the object was already returned, or this is the default value; nothing was
    /// done.</returns>
    /// <remarks>If the reset of the object throws, the object is dropped and the exception is thrown to the
    /// caller.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReturn()
    {
        T? item = _item;
        if (item is null)
            return false;

        ref EncodeableState state = ref item.PoolState;
        return state.Type!.TryEnd(item, ref state, _word);
    }

    /// <summary>Returns the object for one of two holders of the reference: checked even if the pool is set to no
    /// check.</summary>
    internal bool TryReturnIfLive() => IsLive && TryReturn();

    /// <summary>Returns the object for a caller that already gets another exception.</summary>
    internal void TryReturnQuietly()
    {
        try
        {
            TryReturn();
        }
#pragma warning disable CA1031 // the first exception is already being thrown
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Returns the object as <see cref="TryReturn"/> does.</summary>
    public void Dispose() => TryReturn();

    /// <inheritdoc/>
    public bool Equals(PooledRef<T> other) => ReferenceEquals(_item, other._item) && _word == other._word;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledRef<T> other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_item!) ^ _word;
}
