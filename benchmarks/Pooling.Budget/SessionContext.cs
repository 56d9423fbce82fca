namespace Pooling.Budget;

/// <summary>The context of a dispatcher, a struct as the documentation advises.</summary>
internal readonly record struct SessionContext(Session Session);
