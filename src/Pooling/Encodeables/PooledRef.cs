using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <summary>Represents the right to use one pooled object until <see cref="TryReturn"/>: the object and the version that it was rented
/// with.</summary>
/// <typeparam name="T">The type of the object, or one that it derives from or implements.</typeparam>
/// <remarks>
/// <para>Ownership: the holder of the reference returns it, once; copies are the same reference. A second, late or racing return does
/// nothing, also once somebody else rents the same object, as far as the <see cref="ReturnCheck"/> of the type says. An object taken out of
/// <see cref="Value"/> is valid until then.</para>
/// <para>Thread safety: every member may be called from any thread; a reference may cross an await.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[DebuggerDisplay("IsLive = {IsLive}")]
public readonly struct PooledRef<T> : IDisposable, IEquatable<PooledRef<T>> where T : class, IPooledEncodeable
{
    private readonly T? _item;
    private readonly int _word; // the object's own while this reference is live

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
            if (item is null || Volatile.Read(ref item.PoolState.Word) != _word) // pairs with the compare-and-swap in TryEndToken
                Throw.ObjectDisposed(nameof(PooledRef<>));

            return item;
        }
    }

    /// <summary>Gets a value that indicates whether the object has not been returned through this reference or a copy of it.</summary>
    // pairs with the compare-and-swap in TryEndToken
    public bool IsLive => _item is { } item && Volatile.Read(ref item.PoolState.Word) == _word;

    /// <summary>Returns a value that indicates whether two references are the same rental, live or not.</summary>
    /// <param name="left">A reference.</param>
    /// <param name="right">Another reference.</param>
    /// <returns><see langword="true"/> if one is a copy of the other.</returns>
    public static bool operator ==(PooledRef<T> left, PooledRef<T> right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two references are different rentals.</summary>
    /// <param name="left">A reference.</param>
    /// <param name="right">Another reference.</param>
    /// <returns><see langword="false"/> if one is a copy of the other.</returns>
    public static bool operator !=(PooledRef<T> left, PooledRef<T> right) => !left.Equals(right);

    /// <summary>Attempts to return the object, with everything nested in it, to its pool, which resets it.</summary>
    /// <returns><see langword="false"/> if it was returned before, or this is the default value; nothing was done.</returns>
    /// <remarks>An exception of the object's reset reaches the caller; the object is dropped then.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReturn()
    {
        T? item = _item;
        if (item is null)
            return false;

        ref EncodeableState state = ref item.PoolState;
        return state.Type!.TryEnd(item, ref state, _word);
    }

    /// <summary>Returns on behalf of one of two who have the reference: it is checked, also if the type asks for no check.</summary>
    internal bool TryReturnIfLive() => IsLive && TryReturn();

    /// <summary>Returns on behalf of a caller who is told of another exception already.</summary>
    internal void TryReturnQuietly()
    {
        try
        {
            TryReturn();
        }
#pragma warning disable CA1031 // the first exception is on its way
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
