using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The arrays of one item type that pooled objects own. Each keeps a small backing array while idle.</summary>
/// <remarks>
/// <para>The pool ends when the item type is about to be unloaded. From then on, arrays are created and dropped, for
/// code that is still running.</para>
/// <para>Arrays that are rented without a scope are never rented through one, nor the other way round. An array of a
/// scope is never held by its bare reference, so an object with an old reference to it takes it from nobody.</para>
/// </remarks>
internal sealed class PooledArrayType<T>
{
    internal static readonly PooledArrayType<T> Shared = new(isUnscoped: false);

    private readonly IdleLanes? _idleLanes; // null: scopes keep theirs
    private readonly bool _isUnscoped;

    private PooledArrayType(bool isUnscoped)
    {
        _isUnscoped = isUnscoped;
        LaneId = Store.Id;
        if (!LoadContext.CanUnload(typeof(T)))
            return;

        _idleLanes = new IdleLanes();
        if (!LoadContext.TryWatchUnloading(typeof(T), End))
            End(); // there would be no notification
    }

    internal MagazineStore Store { get; } = new(
        $"PooledArray<{typeof(T).Name}>", new StoreOptions { MaxRetained = 4096 });

    /// <summary>The index of the lane that a scope keeps for these arrays.</summary>
    internal int LaneId { get; }

    /// <summary>Returns a lane for a scope to keep these arrays in.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal ScopeLane RentLane() => _idleLanes?.TryTake() ?? new ArrayLane<T>(_idleLanes);

    /// <summary>Rents an array outside a scope.</summary>
    internal PooledArray<T> Rent(int length)
    {
        PooledArray<T> array = Take();
        try
        {
            array.Open(length);
        }
        catch
        {
            Return(array);
            throw;
        }

        EncodeableWord<ProcessorAtomics>.Give(ref array.Word, EncodeableWord.Bare);
        return array;
    }

    /// <summary>Takes back an array that an object owned, and whose rental has just ended.</summary>
    internal static void EndNested(PooledArray<T> array)
    {
        array.Close();
        PooledArrayType<T> type = array.IsUnscoped ? Unscoped.Shared : Shared;
        if (array.Word != EncodeableWord.WrappedAround)
        {
            type.Return(array);
        }
        else
        {
            type.Store.CountDropped(DropReason.Exhausted, array);
            array.LetGo();
        }
    }

    internal PooledArray<T> TakeSlow()
    {
        if (PopSlow() is { } used)
            return Unsafe.As<PooledArray<T>>(used);

        PooledArray<T>? array = null;
        try
        {
            array = PooledArray<T>.CreatePooled(_isUnscoped);
            return array;
        }
        finally
        {
            if (array is null)
                Store.CountNotCreated();
        }
    }

    private PooledArray<T> Take() => Store.TryPop() is { } used ? Unsafe.As<PooledArray<T>>(used) : TakeSlow();

    private object? PopSlow()
    {
        try
        {
            if (!Store.IsDisposed)
                return Store.PopSlow();
        }
        catch (ObjectDisposedException) when (Store.IsDisposed)
        {
        }

        Store.CountCreated();
        return null;
    }

    private void Return(PooledArray<T> array)
    {
        if (!Store.TryPush(array) && !Store.PushSlow(array))
            array.LetGo();
    }

    private void End()
    {
        _idleLanes?.Close();
        Store.Dispose();
        ScopeBody.OnTypeDisposed();
    }

    /// <summary>Holds those that are rented without a scope, once there are any.</summary>
    internal static class Unscoped
    {
        internal static readonly PooledArrayType<T> Shared = new(isUnscoped: true);
    }
}
