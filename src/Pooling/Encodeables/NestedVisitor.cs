using System.Runtime.ExceptionServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>Goes through what an object owns, to return it with the object or to move it out of a scope with the object.</summary>
/// <remarks>
/// <para>Given to <see cref="IPooledEncodeable.VisitNested"/>; of no use elsewhere.</para>
/// <para>Thread safety: one thread.</para>
/// <para>Allocation: none.</para>
/// </remarks>
public struct NestedVisitor
{
    private readonly ScopeBody? _scope; // null: return
    private Exception? _failure; // of the first nested object that failed

    internal NestedVisitor(ScopeBody scope) => _scope = scope;

    /// <summary>Visits a nested object, and what is nested in it.</summary>
    /// <typeparam name="T">The type of the member.</typeparam>
    /// <param name="item">The object; <see langword="null"/> and objects that come from no pool are passed over.</param>
    public void Visit<T>(T? item) where T : class, IPooledEncodeable
    {
        if (item is null)
            return;

        ref EncodeableState state = ref item.PoolState;
        if (_scope is not null)
        {
            if (_scope.TryRemove(item, ref state))
            {
                state.Version++; // odd: its owner's from now on
                item.VisitNested(ref this);
            }
        }
        else if ((state.Version & 1) != 0)
        {
            try
            {
                state.Type!.EndNested(item, ref state);
            }
            catch (Exception exception)
            {
                _failure ??= exception;
            }
        }
    }

    /// <summary>Visits a nested array, not what is in it.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="array">The array, or <see langword="null"/>.</param>
    public readonly void Visit<T>(PooledArray<T>? array)
    {
        if (array is null)
            return;

        if (!array.IsPooled)
        {
            if (_scope is null)
                array.Dispose();
        }
        else if (_scope is not null)
        {
            if (_scope.TryRemove(array))
                array.Version++; // odd: its owner's from now on
        }
        else if ((array.Version & 1) != 0)
        {
            PooledArrayType<T>.Shared.EndNested(array);
        }
    }

    /// <summary>Visits nested objects in a nested array, and the array.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="array">The array, or <see langword="null"/>.</param>
    public void VisitItems<T>(PooledArray<T>? array) where T : class, IPooledEncodeable
    {
        if (array is null)
            return;

        VisitItems<T>(array.Span);
        Visit(array);
    }

    /// <summary>Visits nested objects in an array whose length stands beside it.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="items">The array, or <see langword="null"/>; some of its items may be <see langword="null"/>.</param>
    /// <param name="count">How many items are used. No more are visited than the array has, and none if it is negative.</param>
    public void VisitItems<T>(T[]? items, int count) where T : class, IPooledEncodeable
    {
        if (items is not null)
            VisitItems(new ReadOnlySpan<T>(items, 0, Math.Min(Math.Max(count, 0), items.Length)));
    }

    /// <summary>Visits nested objects.</summary>
    /// <typeparam name="T">The item type.</typeparam>
    /// <param name="items">The objects; some may be <see langword="null"/>.</param>
    public void VisitItems<T>(ReadOnlySpan<T> items) where T : class, IPooledEncodeable
    {
        foreach (T? item in items)
            Visit(item);
    }

    /// <summary>Throws what the first nested object threw.</summary>
    internal readonly void Complete()
    {
        if (_failure is not null)
            ExceptionDispatchInfo.Capture(_failure).Throw();
    }
}
