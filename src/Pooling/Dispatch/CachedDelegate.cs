using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Pooling.Dispatch;

/// <summary>Creates typed delegates for constructors, properties and methods that are only known by reflection. They
/// are resolved once and then called like any other delegate, instead of through
/// <see cref="MethodBase.Invoke(object, object[])"/>.</summary>
/// <remarks>
/// <para>A second call with the same member and delegate type returns the same delegate; nevertheless, store it in a
/// field.</para>
/// <para>Trimming and Native AOT: <see cref="CreateMethod{TDelegate}"/> and <see cref="CreateSetter{TTarget, TValue}"/>
/// work everywhere, because the caller has the member. <see cref="CreateConstructor{TDelegate}(ConstructorInfo)"/> and
/// <see cref="CreateConverter{TDelegate}"/> compile code at run time, and are annotated accordingly.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: the first call for a member. The delegates themselves do not allocate: signatures that require
/// boxing are refused.</para>
/// </remarks>
[SuppressMessage("Naming", "CA1711", Justification = "It makes delegates, and keeps them.")]
public static class CachedDelegate
{
    private const string CompilesCode = "Compiles a delegate at run time.";

    /// <summary>Creates a delegate for a method with a compatible signature. As for every delegate, parameters may be
    /// of a more derived type and the result of a base type; values are not boxed.</summary>
    /// <typeparam name="TDelegate">The delegate type. For an instance method, its first parameter is the instance, by
    /// reference for a struct.</typeparam>
    /// <param name="method">A static or an instance method.</param>
    /// <returns>The delegate.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="method"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The signatures are not compatible; the message contains both.</exception>
    public static TDelegate CreateMethod<TDelegate>(MethodInfo method) where TDelegate : Delegate
    {
        ArgumentNullException.ThrowIfNull(method);

        return DelegateCache<TDelegate>.GetOrAdd(method, DelegateBinding.Bind<TDelegate>);
    }

    /// <summary>Creates a delegate that sets a property of a class.</summary>
    /// <typeparam name="TTarget">The class that has the property, or one that derives from it.</typeparam>
    /// <typeparam name="TValue">The type of the property, or one that derives from it.</typeparam>
    /// <param name="property">The property.</param>
    /// <returns>The delegate.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="property"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The property has no setter, or the types are not compatible.</exception>
    public static Action<TTarget, TValue> CreateSetter<TTarget, TValue>(PropertyInfo property) where TTarget : class =>
        CreateMethod<Action<TTarget, TValue>>(SetMethodOf(property));

    /// <summary>Creates a delegate for the public constructor that has the parameters of the delegate.</summary>
    /// <typeparam name="TDelegate">The delegate type. Its result is the type, a base class or, for a class, an
    /// interface of it.</typeparam>
    /// <param name="type">The type. A struct does not need a constructor.</param>
    /// <returns>The delegate.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="type"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">There is no such constructor, the type cannot be created, or the result
    /// would have to be boxed.</exception>
    [RequiresDynamicCode(CompilesCode)]
    public static TDelegate CreateConstructor<TDelegate>(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type type)
        where TDelegate : Delegate
    {
        ArgumentNullException.ThrowIfNull(type);

        Type[] parameters =
            [.. DelegateBinding.InvokeOf<TDelegate>().GetParameters().Select(parameter => parameter.ParameterType)];
        if (type.GetConstructor(parameters) is { } constructor)
            return CreateConstructor<TDelegate>(constructor);

        if (!type.IsValueType || parameters.Length != 0)
        {
            string wanted = string.Join(", ", parameters.Select(parameter => parameter.Name));
            Throw.Argument(
                $"The type '{type}' has no public constructor with the parameters ({wanted}).", nameof(type));
        }

        return DelegateCache<TDelegate>.GetOrAdd(type, DelegateCompilation.CompileDefault<TDelegate>);
    }

    /// <summary>Creates a delegate for a constructor.</summary>
    /// <typeparam name="TDelegate">The delegate type. Parameters and result are converted as by
    /// <see cref="CreateConverter{TDelegate}"/>.</typeparam>
    /// <param name="constructor">The constructor.</param>
    /// <returns>The delegate.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="constructor"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The signatures are not compatible, the type is abstract, or a value would
    /// have to be boxed.</exception>
    [RequiresDynamicCode(CompilesCode)]
    public static TDelegate CreateConstructor<TDelegate>(ConstructorInfo constructor) where TDelegate : Delegate
    {
        ArgumentNullException.ThrowIfNull(constructor);

        return DelegateCache<TDelegate>.GetOrAdd(constructor, DelegateCompilation.CompileConstructor<TDelegate>);
    }

    /// <summary>Creates a delegate for a method whose callers know its types only as a base class, an interface, or
    /// <see cref="object"/>. Parameters are cast and unboxed.</summary>
    /// <typeparam name="TDelegate">The delegate type. For an instance method, its first parameter is the instance; a
    /// boxed struct is changed in its box.</typeparam>
    /// <param name="method">A static or an instance method.</param>
    /// <returns>The delegate. It throws <see cref="InvalidCastException"/> for an argument of another type.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="method"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The signatures are not compatible, or a value would have to be
    /// boxed.</exception>
    [RequiresDynamicCode(CompilesCode)]
    public static TDelegate CreateConverter<TDelegate>(MethodInfo method) where TDelegate : Delegate
    {
        ArgumentNullException.ThrowIfNull(method);

        return DelegateCache<TDelegate>.GetOrAddConverter(method, DelegateCompilation.CompileMethod<TDelegate>);
    }

    private static MethodInfo SetMethodOf(PropertyInfo property)
    {
        ArgumentNullException.ThrowIfNull(property);

        MethodInfo? method = property.GetSetMethod(nonPublic: true);
        if (method is null)
            Throw.Argument($"The property '{property.DeclaringType}.{property.Name}' has no setter.", nameof(property));

        return method;
    }
}
