namespace Pooling.Budget;

/// <summary>What packets change.</summary>
internal sealed class Session
{
    internal long Sum { get; set; }
}
