using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;

namespace Pooling.Dispatch;

/// <summary>Compiles delegates that create objects or convert their arguments.</summary>
[RequiresDynamicCode("Compiles a delegate at run time.")]
internal static class DelegateCompilation
{
    internal static TDelegate CompileConstructor<TDelegate>(ConstructorInfo constructor) where TDelegate : Delegate
    {
        DelegateBinding.CheckClosed(constructor);
        if (constructor.IsStatic || constructor.DeclaringType is not { IsAbstract: false })
            throw DelegateBinding.Misfit<TDelegate>(constructor, "the constructor is static or its class is abstract");

        ParameterExpression[] parameters = ParametersOf<TDelegate>();
        Expression body = Expression.New(constructor, ArgumentsOf<TDelegate>(constructor, parameters, 0));
        return Compile<TDelegate>(constructor, body, parameters);
    }

    internal static TDelegate CompileMethod<TDelegate>(MethodInfo method) where TDelegate : Delegate
    {
        DelegateBinding.CheckClosed(method);
        ParameterExpression[] parameters = ParametersOf<TDelegate>();
        if (method.IsStatic)
        {
            return Compile<TDelegate>(
                method, Expression.Call(method, ArgumentsOf<TDelegate>(method, parameters, 0)), parameters);
        }

        if (parameters.Length == 0)
            throw DelegateBinding.Misfit<TDelegate>(method, "the delegate needs a first parameter for the instance");

        Expression target = Convert<TDelegate>(method, parameters[0], method.DeclaringType!);
        return Compile<TDelegate>(
            method, Expression.Call(target, method, ArgumentsOf<TDelegate>(method, parameters, 1)), parameters);
    }

    /// <summary>Compiles a delegate for a struct without a constructor.</summary>
    internal static TDelegate CompileDefault<TDelegate>(Type type) where TDelegate : Delegate
    {
        if (DelegateBinding.InvokeOf<TDelegate>().ReturnType != type)
        {
            Throw.Argument($"'{type}' cannot be created by '{typeof(TDelegate)}': the result would have to be boxed.",
                nameof(type));
        }

        return Expression.Lambda<TDelegate>(Expression.Default(type)).Compile();
    }

    private static ParameterExpression[] ParametersOf<TDelegate>() where TDelegate : Delegate =>
        [.. DelegateBinding.InvokeOf<TDelegate>().GetParameters()
            .Select(parameter => Expression.Parameter(parameter.ParameterType, parameter.Name))];

    private static Expression[] ArgumentsOf<TDelegate>(MethodBase method, ParameterExpression[] parameters, int first)
        where TDelegate : Delegate
    {
        ParameterInfo[] wanted = method.GetParameters();
        if (wanted.Length != parameters.Length - first)
        {
            throw DelegateBinding.Misfit<TDelegate>(method,
                $"it has {Quantity.Of(wanted.Length, "parameter")}, "
                + $"but the delegate passes {parameters.Length - first}");
        }

        return [.. wanted.Select((parameter, index) =>
            Convert<TDelegate>(method, parameters[first + index], parameter.ParameterType))];
    }

    private static TDelegate Compile<TDelegate>(MethodBase method, Expression body, ParameterExpression[] parameters)
        where TDelegate : Delegate
    {
        Type result = DelegateBinding.InvokeOf<TDelegate>().ReturnType;
        if (result != typeof(void))
            body = Convert<TDelegate>(method, body, result);

        return Expression.Lambda<TDelegate>(body, parameters).Compile();
    }

    private static Expression Convert<TDelegate>(MethodBase method, Expression value, Type to)
    {
        if (value.Type == to)
            return value;

        if (value.Type == typeof(void) || to == typeof(void) || to.IsByRef
            || (value is ParameterExpression { IsByRef: true } && !to.IsValueType))
        {
            throw DelegateBinding.Misfit<TDelegate>(method, $"'{value.Type}' cannot be converted to '{to}'");
        }

        if (value.Type.IsValueType)
            throw DelegateBinding.Misfit<TDelegate>(method, $"'{value.Type}' would have to be boxed as '{to}'");

        // A boxed struct is used in its box, so that changes by the method are kept.
        if (to.IsValueType)
        {
            return value.Type.IsAssignableFrom(to) ? Expression.Unbox(value, to)
                : throw DelegateBinding.Misfit<TDelegate>(method, $"a '{value.Type}' is never a '{to}'");
        }

        if (!to.IsAssignableFrom(value.Type) && !value.Type.IsAssignableFrom(to))
            throw DelegateBinding.Misfit<TDelegate>(method, $"a '{value.Type}' is never a '{to}'");

        return Expression.Convert(value, to);
    }
}
