namespace Pooling.Benchmarks.Dispatch;

/// <summary>A parser and handler as a delegate.</summary>
internal delegate bool MovementInvoker<TContext>(in TContext context, ReadOnlySpan<byte> payload);
