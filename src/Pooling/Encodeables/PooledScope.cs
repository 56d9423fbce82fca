using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>Owns everything that is rented while one message is decoded and handled, and returns all of it on <see cref="Dispose"/>,
/// whatever happened in between.</summary>
/// <remarks>
/// <para>Ownership: begin one for each message with a <see langword="using"/> declaration. Objects and arrays rented through it belong to
/// it; do not return them otherwise. <see cref="Detach{T}"/> moves an object out for somebody who keeps it. Copies are the same scope: a
/// second, late or racing <see cref="Dispose"/> does nothing, and every other member throws after it, also once somebody else has begun a
/// scope.</para>
/// <para>Nested objects and arrays are rented through the same scope as the object that they are put into.</para>
/// <para>Thread safety: one owner at a time; it may cross an await or be handed to another thread. Only <see cref="Dispose"/> may race with
/// itself.</para>
/// <para>Allocation: none once as many scopes and objects exist as are in use at a time.</para>
/// </remarks>
[DebuggerDisplay("IsLive = {IsLive}")]
public readonly struct PooledScope : IDisposable, IEquatable<PooledScope>
{
    /// <summary>The most items of an array unless the caller says otherwise: 1,048,576.</summary>
    public const int DefaultMaxLength = 1 << 20;

    private readonly ScopeBody? _body;
    private readonly int _version;

    private PooledScope(ScopeBody body)
    {
        _body = body;
        _version = body.Version;
    }

    /// <summary>Gets a value that indicates whether the scope has not ended: neither it nor a copy of it was disposed or
    /// returned.</summary>
    public bool IsLive => _body is { } body && Volatile.Read(ref body.Version) == _version; // pairs with the compare-and-swap in TryEnd

    private ScopeBody Body
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            ScopeBody? body = _body;
            if (body is null || Volatile.Read(ref body.Version) != _version) // pairs with the compare-and-swap in TryEnd
                Throw.ObjectDisposed(nameof(PooledScope));

            return body;
        }
    }

    /// <summary>Begins a scope.</summary>
    /// <returns>The scope; dispose it to return all that was rented through it.</returns>
    public static PooledScope Begin() => new(ScopeBody.Rent());

    /// <summary>Returns a value that indicates whether two scopes are the same one, live or not.</summary>
    /// <param name="left">A scope.</param>
    /// <param name="right">Another scope.</param>
    /// <returns><see langword="true"/> if one is a copy of the other.</returns>
    public static bool operator ==(PooledScope left, PooledScope right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two scopes are different ones.</summary>
    /// <param name="left">A scope.</param>
    /// <param name="right">Another scope.</param>
    /// <returns><see langword="false"/> if one is a copy of the other.</returns>
    public static bool operator !=(PooledScope left, PooledScope right) => !left.Equals(right);

    /// <summary>Rents an object until the scope is disposed.</summary>
    /// <typeparam name="T">The class.</typeparam>
    /// <param name="pool">The pool.</param>
    /// <returns>An object equal to a new one, that nobody else holds.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The scope or the pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Rent<T>(EncodeablePool<T> pool) where T : class, IPooledEncodeable
    {
        ScopeBody body = Body;
        ArgumentNullException.ThrowIfNull(pool);

        return Unsafe.As<T>(body.Rent(pool));
    }

    /// <summary>Rents an object until the scope is disposed.</summary>
    /// <param name="pool">The pool.</param>
    /// <returns>An object equal to a new one, that nobody else holds.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The scope or the pool is disposed.</exception>
    public IPooledEncodeable Rent(EncodeablePool pool)
    {
        ScopeBody body = Body;
        ArgumentNullException.ThrowIfNull(pool);

        return Unsafe.As<IPooledEncodeable>(body.Rent(pool));
    }

    /// <summary>Rents an array until the scope is disposed. It is put into an object of the same scope, or used by itself.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="length">The items to show, 0 or more. What they hold is whatever the pool left in them, or null references.</param>
    /// <param name="maxLength">The most items that are sensible here. A decoder knows it from the bytes that are left.</param>
    /// <returns>The array.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or more than <paramref name="maxLength"/>;
    /// nothing was rented.</exception>
    /// <exception cref="ObjectDisposedException">The scope is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // so that the array type is found where the item type is known
    public PooledArray<TItem> RentArray<TItem>(int length, int maxLength = DefaultMaxLength)
    {
        ScopeBody body = Body;
        CheckLength(length, maxLength);

        return body.RentArray(PooledArrayType<TItem>.Shared, length);
    }

    /// <summary>Moves an object, with everything nested in it, out of the scope: for somebody who keeps it longer.</summary>
    /// <typeparam name="T">The class, or a type that it derives from or implements.</typeparam>
    /// <param name="item">An object that was rented through this scope.</param>
    /// <returns>The reference to return it with.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="item"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The scope does not own <paramref name="item"/>: it was rented elsewhere, or detached
    /// before.</exception>
    /// <exception cref="ObjectDisposedException">The scope is disposed.</exception>
    public PooledRef<T> Detach<T>(T item) where T : class, IPooledEncodeable
    {
        ScopeBody body = Body;
        ArgumentNullException.ThrowIfNull(item);

        ref EncodeableState state = ref item.PoolState;
        if (!body.TryRemove(item, ref state))
            Throw.Argument("The scope does not own this item: it was rented elsewhere, or detached before.", nameof(item));

        int mark = body.NextMark();
        state.Slot = mark; // the parts carry it too
        var rental = new PooledRef<T>(item, EncodeableWord<ProcessorWordAtomics>.Give(ref state.Word, EncodeableWord.Token));
        var nested = new NestedVisitor(body, mark);
        try
        {
            item.VisitNested(ref nested);
            nested.Complete();
        }
        catch
        {
            rental.TryReturnQuietly(); // nobody gets the reference
            throw;
        }

        return rental;
    }

    /// <summary>Attempts to end the scope, as <see cref="Dispose"/> does.</summary>
    /// <returns><see langword="true"/> if this call ended the scope; <see langword="false"/> if it had ended before, or is the default
    /// value.</returns>
    /// <remarks>An object whose reset throws is dropped, all others are returned, and the first exception reaches the caller.</remarks>
    public bool TryReturn() => _body is { } body && body.TryEnd(_version);

    /// <summary>Resets and returns all objects and arrays that were rented through the scope and not detached. Does nothing if the scope,
    /// or a copy of it, was disposed before.</summary>
    /// <remarks>An object whose reset throws is dropped, all others are returned, and the first exception reaches the caller.</remarks>
    public void Dispose() => _body?.TryEnd(_version);

    /// <inheritdoc/>
    public bool Equals(PooledScope other) => _body == other._body && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledScope other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_body!) ^ _version;

    internal static void CheckLength(int length, int maxLength)
    {
        if (length < 0 || length > maxLength)
        {
            Throw.ArgumentOutOfRange(nameof(length), length,
                $"The length must be between 0 and {maxLength}, the most items that are sensible here.");
        }
    }
}
