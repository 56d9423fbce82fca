using Microsoft.Extensions.ObjectPool;

namespace Pooling.Doubles;

/// <summary>A policy that throws on chosen calls, before or after they did their work.</summary>
/// <param name="inner">The policy that does the work.</param>
/// <param name="plan">The plan that decides which call throws.</param>
internal sealed class FaultyPolicy<T>(IPooledObjectPolicy<T> inner, FaultPlan plan) : IPooledObjectPolicy<T>
    where T : notnull
{
    /// <inheritdoc/>
    public T Create()
    {
        int call = plan.Enter(nameof(Create));
        T item = inner.Create();
        plan.Leave(call, nameof(Create));
        return item;
    }

    /// <inheritdoc/>
    public bool Return(T obj)
    {
        int call = plan.Enter(nameof(Return));
        bool accepted = inner.Return(obj);
        plan.Leave(call, nameof(Return));
        return accepted;
    }
}
