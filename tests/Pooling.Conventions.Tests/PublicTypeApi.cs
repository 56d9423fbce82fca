using System.Reflection;

namespace Pooling.Conventions;

/// <summary>Prints the declaration of a type, without its members.</summary>
internal static class PublicTypeApi
{
    internal static string Print(Type type)
    {
        string attributes = CSharpAttributes.Of(type.GetCustomAttributesData());
        if (PublicApi.IsDelegate(type))
        {
            MethodInfo invoke = type.GetMethod("Invoke")!;
            return $"{attributes}{Access(type)}delegate {PublicMemberApi.ReturnType(invoke)} "
                + $"{CSharpTypeName.OfDeclaration(type)}({PublicMemberApi.Parameters(invoke)})"
                + Constraints(type.GetGenericArguments(), type, null);
        }

        string[] bases = [.. Bases(type)];
        string inherits = bases is [] ? "" : $" : {string.Join(", ", bases)}";

        return $"{attributes}{Access(type)}{Kind(type)} "
            + $"{CSharpTypeName.OfDeclaration(type)}{inherits}{Constraints(type.GetGenericArguments(), type, null)}";
    }

    /// <summary>Writes the constraints of the type parameters that a declaration introduces.</summary>
    internal static string Constraints(IEnumerable<Type> parameters, Type type, MethodInfo? method) => string.Concat(parameters
        .Select(parameter => (parameter.Name, List: string.Join(", ", Constraints(parameter, type, method))))
        .Where(constraint => constraint.List is not "")
        .Select(constraint => $" where {constraint.Name} : {constraint.List}"));

    private static IEnumerable<string> Constraints(Type parameter, Type type, MethodInfo? method)
    {
        IList<CustomAttributeData> attributes = parameter.GetCustomAttributesData();
        GenericParameterAttributes flags = parameter.GenericParameterAttributes;
        byte annotation = NullableAnnotations.Of(attributes, method, type).Next();
        bool isUnmanaged = CSharpAttributes.Has(attributes, "IsUnmanagedAttribute");
        bool isValue = flags.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint);

        if (isUnmanaged)
            yield return "unmanaged";
        else if (isValue)
            yield return "struct";
        else if (flags.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
            yield return annotation is NullableAnnotations.Annotated ? "class?" : "class";
        else if (annotation is NullableAnnotations.NotAnnotated && parameter.GetGenericParameterConstraints().Length is 0)
            yield return "notnull";

        foreach (Type constraint in parameter.GetGenericParameterConstraints()
            .Where(constraint => constraint.FullName is not "System.ValueType"))
        {
            yield return CSharpTypeName.Of(constraint, NullableAnnotations.Unknown);
        }

        if (flags.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint) && !isValue)
            yield return "new()";

        if (flags.HasFlag(GenericParameterAttributes.AllowByRefLike))
            yield return "allows ref struct";
    }

    private static string Access(Type type) =>
        type.IsNestedFamily ? "protected " : type.IsNestedFamORAssem ? "protected internal " : "public ";

    private static string Kind(Type type)
    {
        IList<CustomAttributeData> attributes = type.GetCustomAttributesData();

        return type switch
        {
            { IsEnum: true } => "enum",
            { IsInterface: true } => "interface",
            { IsValueType: true } =>
                (CSharpAttributes.Has(attributes, "IsReadOnlyAttribute") ? "readonly " : "")
                    + (CSharpAttributes.Has(attributes, "IsByRefLikeAttribute") ? "ref struct" : "struct"),
            { IsAbstract: true, IsSealed: true } => "static class",
            { IsAbstract: true } => "abstract class",
            { IsSealed: true } => "sealed class",
            _ => "class",
        };
    }

    private static IEnumerable<string> Bases(Type type)
    {
        if (type.IsEnum)
        {
            yield return CSharpTypeName.Of(type.GetEnumUnderlyingType(), NullableAnnotations.Unknown);
            yield break;
        }

        if (type.BaseType is { FullName: not ("System.Object" or "System.ValueType") } baseType)
            yield return CSharpTypeName.Of(baseType, NullableAnnotations.Of(type.GetCustomAttributesData(), null, type));

        foreach (string name in type.GetInterfaces().Select(@interface => CSharpTypeName.Of(@interface, NullableAnnotations.Unknown))
            .Order(StringComparer.Ordinal))
        {
            yield return name;
        }
    }
}
