using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Pooling.Conventions;

/// <summary>Tests the conventions of all public members, so that users who know one room know the others.</summary>
public sealed class ApiShapeTests
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static IEnumerable<MethodInfo> Methods => LibraryTypes.Public.SelectMany(static type => type.GetMethods(Declared));

    private static IEnumerable<Type> Options =>
        LibraryTypes.Public.Where(static type => type.Name.Split('`')[0].EndsWith("Options", StringComparison.Ordinal));

    [Fact]
    public void Options_EveryProperty_CanBeSetAtAnyTime() => Violations.AssertNone(
        from type in Options
        from property in type.GetProperties()
        where property.SetMethod is not { IsPublic: true } setter
            || setter.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit))
        select $"{type.Name}.{property.Name}");

    [Fact]
    public void Options_HaveAConstructorWithoutParameters() => Violations.AssertNone(
        from type in Options
        where !type.IsAbstract && type.GetConstructor([]) is null
        select type.Name);

    /// <summary>Checks that options have only properties that a file can contain, and delegates. Other types would disturb
    /// binders.</summary>
    [Fact]
    public void Options_HoldWhatAFileCanSay_AndDelegates() => Violations.AssertNone(
        from type in Options
        from property in type.GetProperties()
        let value = Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType
        where !value.IsPrimitive && !value.IsEnum && value != typeof(string) && value != typeof(TimeSpan)
            && !typeof(Delegate).IsAssignableFrom(value)
        select $"{type.Name}.{property.Name}");

    [Fact]
    public void Try_WithAnOutParameterThatMayBeNull_SaysWhen() => Violations.AssertNone(
        from method in Methods
        where method.Name.StartsWith("Try", StringComparison.Ordinal) && method.ReturnType == typeof(bool)
        from parameter in method.GetParameters()
        where parameter.IsOut && parameter.ParameterType.GetElementType() is { } type
            && (type.IsGenericParameter ? !IsValueType(type) : type.IsClass || type.IsInterface)
        where parameter.GetCustomAttribute<MaybeNullWhenAttribute>() is null && parameter.GetCustomAttribute<NotNullWhenAttribute>() is null
        select $"{method.DeclaringType!.Name}.{method.Name}({parameter.Name})");

    private static bool IsValueType(Type parameter) =>
        (parameter.GenericParameterAttributes & GenericParameterAttributes.NotNullableValueTypeConstraint) != 0;

    [Fact]
    public void Limits_AreCalledMax() => Violations.AssertNone(
        from name in LibraryTypes.Public.SelectMany(static type => type.GetMembers(Declared)).Select(static member => member.Name)
            .Concat(Methods.SelectMany(static method => method.GetParameters()).Select(static parameter => parameter.Name!))
        where name.Contains("Maximum", StringComparison.OrdinalIgnoreCase)
        select name);

    /// <summary>Checks that callbacks take the state last, like <c>SpanAction</c> and <c>GetOrAdd</c>.</summary>
    [Fact]
    public void Callbacks_TakeTheStateLast() => Violations.AssertNone(
        from method in Methods
        where method.IsGenericMethod
        from parameter in method.GetParameters()
        let type = parameter.ParameterType
        where type.IsGenericType && typeof(Delegate).IsAssignableFrom(type)
        let invoked = type.GetMethod("Invoke")!.GetParameters()
        where invoked.Any(IsState) && !IsState(invoked[^1])
        select $"{method.DeclaringType!.Name}.{method.Name}({parameter.Name})");

    [Fact]
    public void Primitives_ShowThemselvesInADebugger() => Violations.AssertNone(
        from type in LibraryTypes.Public
        where type is { DeclaringType: null, IsEnum: false, IsInterface: false, IsByRefLike: false } && !(type.IsAbstract && type.IsSealed)
        where LibraryTypes.Primitives.Any(primitive => type.Namespace!.Split('.')[1] == primitive.Room
            && type.Name.Split('`')[0] == primitive.Name)
        where !typeof(Delegate).IsAssignableFrom(type) && !typeof(Exception).IsAssignableFrom(type)
        where !type.IsDefined(typeof(DebuggerDisplayAttribute), inherit: true)
        select type.FullName);

    /// <summary>Checks that a member of a default value throws an exception that reports it, and has no other effect.</summary>
    [Fact]
    public void Structs_DefaultValue_IsHarmless()
    {
        var violations = new List<string>();
        foreach (Type open in LibraryTypes.Public.Where(static type => type is { IsValueType: true, IsEnum: false, IsByRefLike: false }))
        {
            if (!TryClose(open, out Type? type))
                continue;

            foreach (MethodInfo method in type.GetMethods(Declared & ~BindingFlags.Static))
            {
                if (method.IsGenericMethod || method.ReturnType.IsByRef || method.ReturnType.IsByRefLike
                    || method.GetParameters() is not [])
                {
                    continue;
                }

                // the result of a method is neither examined nor awaited
                Exception? thrown = Record.Exception(() => { method.Invoke(Activator.CreateInstance(type), null); })?.GetBaseException();
                if (thrown is not (null or InvalidOperationException)) // includes ObjectDisposedException
                    violations.Add($"{type.Name}.{method.Name}: {thrown.GetType().Name}");
            }
        }

        Assert.Empty(violations);
    }

    private static bool IsState(ParameterInfo parameter) => parameter.ParameterType is { IsGenericMethodParameter: true, Name: "TState" };

    private static bool TryClose(Type type, [NotNullWhen(true)] out Type? closed)
    {
        closed = type;
        if (!type.ContainsGenericParameters)
            return true;

        foreach (Type argument in new[] { typeof(string), typeof(byte), typeof(EmptyEncodeable) })
        {
            try
            {
                closed = type.MakeGenericType([.. type.GetGenericArguments().Select(_ => argument)]);
                return true;
            }
            catch (ArgumentException)
            {
                // The type does not satisfy the constraints.
            }
        }

        closed = null;
        return false;
    }
}
