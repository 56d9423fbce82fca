using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>Owns everything that is rented while one message is decoded and handled. <see cref="Dispose"/> returns all
/// of it.</summary>
/// <remarks>
/// <para>Ownership: begin one scope for each message with a <see langword="using"/> declaration. Objects and arrays
/// that are rented through it belong to it; do not return them individually. <see cref="Detach{T}"/> moves an object
/// out for code that keeps it. Copies represent the same scope: a second, late or racing <see cref="Dispose"/> has no
/// effect, and every other member throws afterwards, even if another scope has begun since.</para>
/// <para>Rent nested objects and arrays through the same scope as the object in which they are stored. The scope
/// returns nothing else that its objects hold, except for the parts in lists and what those hold.</para>
/// <para>Thread safety: one owner at a time. A scope can be held across an await or handed to another thread. Only
/// <see cref="Dispose"/> may be called by several threads at the same time.</para>
/// <para>Allocation: none once as many scopes and objects were created as are in use at the same time.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct PooledScope : IDisposable, IEquatable<PooledScope>
{
    /// <summary>The default maximum length of an array: 1,048,576.</summary>
    public const int DefaultMaxLength = 1 << 20;

    private readonly ScopeBody? _body;
    private readonly int _version;

    private PooledScope(ScopeBody body)
    {
        _body = body;
        _version = body.Version;
    }

    // pairs with the compare-and-swap in TryEnd
    private bool IsLive => _body is { } body && Volatile.Read(ref body.Version) == _version;

    private ScopeBody Body
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            ScopeBody? body = _body;
            // pairs with the compare-and-swap in TryEnd
            if (body is null || Volatile.Read(ref body.Version) != _version)
                ScopeBody.ThrowEnded(body);

            return body;
        }
    }

    private string DebuggerText => $"IsLive = {IsLive}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Begins a scope.</summary>
    /// <returns>The scope. Dispose it to return everything that was rented through it.</returns>
    public static PooledScope Begin() => new(ScopeBody.Rent());

    /// <summary>Returns a value that indicates whether two values are the same scope, live or not.</summary>
    /// <param name="left">The first scope.</param>
    /// <param name="right">The second scope.</param>
    /// <returns><see langword="true"/> if both are copies of one scope.</returns>
    public static bool operator ==(PooledScope left, PooledScope right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two values are different scopes.</summary>
    /// <param name="left">The first scope.</param>
    /// <param name="right">The second scope.</param>
    /// <returns><see langword="false"/> if both are copies of one scope.</returns>
    public static bool operator !=(PooledScope left, PooledScope right) => !left.Equals(right);

    /// <summary>Rents an object until the scope is disposed.</summary>
    /// <typeparam name="T">The class of the object.</typeparam>
    /// <param name="pool">The pool.</param>
    /// <returns>An object equal to a new one, which no other caller holds.</returns>
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
    /// <returns>An object equal to a new one, which no other caller holds.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is <see langword="null"/>.</exception>
    /// <exception cref="ObjectDisposedException">The scope or the pool is disposed.</exception>
    public IPooledEncodeable Rent(EncodeablePool pool)
    {
        ScopeBody body = Body;
        ArgumentNullException.ThrowIfNull(pool);

        return Unsafe.As<IPooledEncodeable>(body.Rent(pool));
    }

    /// <summary>Rents an array until the scope is disposed. It can be stored in an object of the same scope, or used
    /// directly.</summary>
    /// <typeparam name="TItem">The item type.</typeparam>
    /// <param name="length">The number of items to expose, 0 or more. Their initial values are whatever the pool left
    /// in the array, or null references.</param>
    /// <param name="maxLength">The maximum number of items to accept here. A decoder can derive it from the number of
    /// bytes left.</param>
    /// <returns>The array.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative or greater than
    /// <paramref name="maxLength"/>; nothing was rented.</exception>
    /// <exception cref="ObjectDisposedException">The scope is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // resolves the array type where the item type is known
    public PooledArray<TItem> RentArray<TItem>(int length, int maxLength = DefaultMaxLength)
    {
        ScopeBody body = Body;
        CheckLength(length, maxLength);

        return body.RentArray(PooledArrayType<TItem>.Shared, length);
    }

    /// <summary>Moves an object, with everything nested in it, out of the scope, for code that keeps it
    /// longer.</summary>
    /// <typeparam name="T">The class of the object, or one of its base types or interfaces.</typeparam>
    /// <param name="item">An object that was rented through this scope.</param>
    /// <returns>The reference to use and return the object with.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="item"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The scope does not own <paramref name="item"/>: it was rented elsewhere, or
    /// already detached.</exception>
    /// <exception cref="ObjectDisposedException">The scope is disposed.</exception>
    public PooledRef<T> Detach<T>(T item) where T : class, IPooledEncodeable
    {
        ScopeBody body = Body;
        ArgumentNullException.ThrowIfNull(item);

        ref EncodeableState state = ref item.PoolState;
        if (!body.TryRemove(item, ref state))
        {
            Throw.Argument(
                "The scope does not own the item: it was rented elsewhere, or was already detached.", nameof(item));
        }

        int mark = body.NextMark();
        state.Slot = mark; // its parts carry it as well
        var rental = new PooledRef<T>(
            item, EncodeableWord<ProcessorAtomics>.Give(ref state.Word, EncodeableWord.Token));
        var nested = new NestedVisitor(body, mark);
        try
        {
            item.VisitNested(ref nested);
            nested.Complete();
        }
        catch
        {
            rental.TryReturnQuietly(); // the caller does not get the reference
            throw;
        }

        return rental;
    }

    /// <summary>Resets and returns all objects and arrays that were rented through the scope and not detached. Has no
    /// effect if the scope, or a copy of it, has already ended.</summary>
    /// <remarks>An object whose reset throws is dropped, all others are returned, and the first exception is thrown to
    /// the caller.</remarks>
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
                $"The length must be between 0 and maxLength ({maxLength}).");
        }
    }
}
