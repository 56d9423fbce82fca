using Microsoft.Extensions.ObjectPool;

namespace Pooling.Testing;

/// <summary>A policy that throws on chosen calls, before or after they did their work.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
/// <remarks>
/// <para>It is for tests of a real pool, such as a <see cref="Objects.MagazinePool{T}"/>, whose policy fails. The calls
/// are named <c>Create</c> and <c>Return</c>.</para>
/// <para>Thread safety: all threads may call it at the same time if the inner policy allows that.</para>
/// <para>Allocation: what the inner policy allocates, and the injected exceptions.</para>
/// </remarks>
public sealed class FaultyPolicy<T> : IPooledObjectPolicy<T>
    where T : notnull
{
    private readonly IPooledObjectPolicy<T> _inner;
    private readonly FaultPlan _plan;

    /// <summary>Initializes a policy over another one.</summary>
    /// <param name="inner">The policy that does the work.</param>
    /// <param name="plan">The plan that decides which call throws.</param>
    public FaultyPolicy(IPooledObjectPolicy<T> inner, FaultPlan plan)
    {
        ArgumentNullException.ThrowIfNull(inner);
        ArgumentNullException.ThrowIfNull(plan);

        _inner = inner;
        _plan = plan;
    }

    /// <summary>Creates an item with the inner policy. If the call throws after its work, the item is lost.</summary>
    /// <returns>The item.</returns>
    public T Create()
    {
        int call = _plan.Enter(nameof(Create));
        T item = _inner.Create();
        _plan.Leave(call, nameof(Create));
        return item;
    }

    /// <summary>Asks the inner policy whether the pool may keep an item.</summary>
    /// <param name="obj">The item.</param>
    /// <returns><see langword="false"/> if the pool must drop the item.</returns>
    public bool Return(T obj)
    {
        int call = _plan.Enter(nameof(Return));
        bool accepted = _inner.Return(obj);
        _plan.Leave(call, nameof(Return));
        return accepted;
    }
}
