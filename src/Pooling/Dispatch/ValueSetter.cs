namespace Pooling.Dispatch;

/// <summary>Sets a property of a struct in place.</summary>
/// <typeparam name="TTarget">The type of the struct.</typeparam>
/// <typeparam name="TValue">The type of the value.</typeparam>
/// <param name="target">The struct to change.</param>
/// <param name="value">The value.</param>
/// <remarks>
/// <para>Thread safety: that of the property.</para>
/// <para>Allocation: only that of the property.</para>
/// </remarks>
public delegate void ValueSetter<TTarget, TValue>(ref TTarget target, TValue value) where TTarget : struct;
