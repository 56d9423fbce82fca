namespace Pooling.Encodeables;

/// <summary>Specifies how much is checked when an object comes back through a <see cref="PooledRef{T}"/>.</summary>
public enum ReturnCheck
{
    /// <summary>Of all returns through one rental, late, double and racing ones, the first counts. Costs one compare-and-swap.</summary>
    Atomic,

    /// <summary>Late and double returns are refused; of two that race on different threads, both may count. No locked
    /// instruction.</summary>
    Version,

    /// <summary>Nothing is checked: the program returns each object once.</summary>
    None,
}
