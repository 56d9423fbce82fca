namespace Pooling.Budget;

/// <summary>The state that packets change.</summary>
internal sealed class Session
{
    internal long Sum { get; set; }
}
