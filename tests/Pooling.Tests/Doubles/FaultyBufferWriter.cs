using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A buffer writer that throws on chosen calls, before or after they did their work.</summary>
/// <param name="inner">The writer that does the work.</param>
/// <param name="plan">The plan that decides which call throws.</param>
internal sealed class FaultyBufferWriter<T>(IBufferWriter<T> inner, FaultPlan plan) : IBufferWriter<T>
{
    /// <inheritdoc/>
    public void Advance(int count)
    {
        int call = plan.Enter(nameof(Advance));
        inner.Advance(count);
        plan.Leave(call, nameof(Advance));
    }

    /// <inheritdoc/>
    public Memory<T> GetMemory(int sizeHint = 0)
    {
        int call = plan.Enter(nameof(GetMemory));
        Memory<T> memory = inner.GetMemory(sizeHint);
        plan.Leave(call, nameof(GetMemory));
        return memory;
    }

    /// <inheritdoc/>
    public Span<T> GetSpan(int sizeHint = 0)
    {
        int call = plan.Enter(nameof(GetSpan));
        Span<T> span = inner.GetSpan(sizeHint);
        plan.Leave(call, nameof(GetSpan));
        return span;
    }
}
