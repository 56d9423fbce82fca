namespace Pooling.Benchmarks.Dispatch;

/// <summary>The context as a struct.</summary>
internal readonly record struct SessionContext(Session Session, int Player);
