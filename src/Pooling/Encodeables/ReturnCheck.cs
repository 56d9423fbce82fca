namespace Pooling.Encodeables;

/// <summary>Specifies how much is checked when an object is returned through a <see cref="PooledRef{T}"/>.</summary>
public enum ReturnCheck
{
    /// <summary>Only the first return of a rental has an effect; double, late and racing returns are refused. Costs one
    /// compare-and-swap.</summary>
    Atomic,

    /// <summary>Double and late returns are refused. If two returns race on different threads, both may have an effect. No locked
    /// instruction.</summary>
    Version,

    /// <summary>Nothing is checked: the program must return each object once.</summary>
    None,
}
