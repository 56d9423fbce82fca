namespace Pooling.Encodeables;

/// <summary>Marks a partial class as poolable. Generates an implementation of <see cref="IPooledEncodeable"/> and a
/// static property <c>Pool</c> of type <see cref="EncodeablePool{T}"/>.</summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class PooledEncodeableAttribute : Attribute
{
    /// <summary>Gets or sets the maximum number of objects that the pool keeps. The default is 0, which stands for
    /// 16,384.</summary>
    public int MaxRetained { get; set; }

    /// <summary>Gets or sets the maximum capacity, in items, with which a reset object keeps a cleared collection. A
    /// larger collection is replaced, or trimmed if it cannot be. The default is 0: a collection is kept as long as
    /// recent contents use at least a quarter of it, up to 1 MiB, and up to 256 items in any case.</summary>
    public int MaxRetainedCapacity { get; set; }
}
