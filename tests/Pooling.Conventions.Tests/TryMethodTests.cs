using System.Reflection;

namespace Pooling.Conventions;

/// <summary>Tests that methods that may fail have the attributes that inform the compiler of their caller.</summary>
public sealed class TryMethodTests
{
    [Fact]
    public void OutParameter_OfEveryTryMethod_SaysWhenItIsNull() => Violations.AssertNone(
        from type in LibraryTypes.Public
        where !PublicMembers.IsDelegate(type)
        from method in type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
        where method.Name.StartsWith("Try", StringComparison.Ordinal) && method.ReturnType == typeof(bool)
        from parameter in method.GetParameters()
        where parameter.IsOut && MayBeNull(parameter.ParameterType.GetElementType()!) && !SaysWhen(parameter)
        select $"{type}.{method.Name}({parameter.Name})");

    private static bool MayBeNull(Type type) => type.IsGenericParameter
        ? (type.GenericParameterAttributes & GenericParameterAttributes.NotNullableValueTypeConstraint) == 0
        : !type.IsValueType;

    private static bool SaysWhen(ParameterInfo parameter) => parameter.GetCustomAttributesData().Any(static attribute =>
        attribute.AttributeType.Name is "MaybeNullWhenAttribute" or "NotNullWhenAttribute");
}
