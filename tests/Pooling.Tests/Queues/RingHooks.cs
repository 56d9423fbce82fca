namespace Pooling.Queues;

/// <summary>The actions of a <see cref="HookedRing{T, TRing}"/>.</summary>
internal sealed class RingHooks
{
    internal volatile Action? Enqueuing;
    internal volatile Action? Dequeuing;
}
