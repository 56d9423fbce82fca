namespace Pooling.Benchmarks.Dispatch;

/// <summary>A parser and handler behind an interface, as a hand-written table has them.</summary>
internal interface IMovementHandler<TContext>
{
    bool Handle(in TContext context, ReadOnlySpan<byte> payload);
}
