namespace Pooling.Encodeables;

/// <summary>Marks a partial class as poolable: generates <see cref="IPooledEncodeable"/> and a static property <c>Pool</c> of type
/// <see cref="EncodeablePool{T}"/>.</summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class PooledEncodeableAttribute : Attribute
{
    /// <summary>Gets or sets how returns through a <see cref="PooledRef{T}"/> are checked.</summary>
    public ReturnCheck ReturnCheck { get; set; }

    /// <summary>Gets or sets the most objects that the pool keeps; 0, the default, for
    /// <see cref="EncodeablePool.DefaultMaxRetained"/>.</summary>
    public int MaxRetained { get; set; }

    /// <summary>Gets or sets the most items that a cleared collection may have room for and still be kept by a reset object; a larger one
    /// is replaced. 256 by default.</summary>
    public int MaxRetainedCapacity { get; set; } = 256;
}
