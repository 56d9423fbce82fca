#if NETSTANDARD2_0
global using AsyncMethodBuilderAttribute = Pooling.Internal.Polyfills.AsyncMethodBuilderAttribute;

namespace Pooling.Internal.Polyfills
{
    /// <summary>Has no effect on this framework, where tasks cannot be pooled: its own attribute applies to types
    /// only.</summary>
    [AttributeUsage(AttributeTargets.Method, Inherited = false)]
    internal sealed class AsyncMethodBuilderAttribute(Type builderType) : Attribute
    {
        public Type BuilderType { get; } = builderType;
    }
}

namespace System.Runtime.CompilerServices
{
    internal readonly struct PoolingAsyncValueTaskMethodBuilder;

    internal readonly struct PoolingAsyncValueTaskMethodBuilder<TResult>;
}
#endif
