using System.Reflection;

namespace Pooling.Conventions;

/// <summary>Writes types as C# spells them, with nullable annotations.</summary>
internal static class CSharpTypeName
{
    private static readonly Dictionary<string, string> s_keywords = new()
    {
        ["System.Void"] = "void",
        ["System.Object"] = "object",
        ["System.String"] = "string",
        ["System.Boolean"] = "bool",
        ["System.Char"] = "char",
        ["System.Byte"] = "byte",
        ["System.SByte"] = "sbyte",
        ["System.Int16"] = "short",
        ["System.UInt16"] = "ushort",
        ["System.Int32"] = "int",
        ["System.UInt32"] = "uint",
        ["System.Int64"] = "long",
        ["System.UInt64"] = "ulong",
        ["System.IntPtr"] = "nint",
        ["System.UIntPtr"] = "nuint",
        ["System.Single"] = "float",
        ["System.Double"] = "double",
        ["System.Decimal"] = "decimal",
    };

    /// <summary>Writes a type as it is used in a signature.</summary>
    internal static string Of(Type type, NullableAnnotations annotations)
    {
        if (type.IsByRef)
            return Of(type.GetElementType()!, annotations);

        if (type.IsPointer)
            return Of(type.GetElementType()!, annotations) + "*";

        if (type.IsArray)
        {
            string mark = Mark(annotations);
            return $"{Of(type.GetElementType()!, annotations)}[{new string(',', type.GetArrayRank() - 1)}]{mark}";
        }

        if (type.IsGenericParameter)
            return type.Name + Mark(annotations);

        Type[] arguments = type.GetGenericArguments();
        if (type.IsGenericType && type.GetGenericTypeDefinition().FullName == "System.Nullable`1")
            return Of(arguments[0], annotations) + "?";

        string suffix = type.IsValueType && !type.IsGenericType ? "" : Mark(annotations);
        return Name(type, [.. arguments.Select(argument => Of(argument, annotations))]) + (type.IsValueType ? "" : suffix);
    }

    /// <summary>Writes a type as its declaration names it, with its type parameters and their variance.</summary>
    internal static string OfDeclaration(Type type) =>
        Name(type, [.. type.GetGenericArguments().Select(parameter => Variance(parameter) + parameter.Name)], withNamespace: false);

    private static string Name(Type type, string[] arguments, bool withNamespace = true)
    {
        if (withNamespace && s_keywords.TryGetValue(type.FullName ?? "", out string? keyword))
            return keyword;

        int outer = type.DeclaringType?.GetGenericArguments().Length ?? 0;
        string prefix = type.DeclaringType is { } declaring ? Name(declaring, arguments[..outer], withNamespace) + "."
            : withNamespace && type.Namespace is { } space ? space + "."
            : "";
        string simple = type.Name.Split('`')[0];

        return prefix + simple + (arguments.Length > outer ? $"<{string.Join(", ", arguments[outer..])}>" : "");
    }

    private static string Mark(NullableAnnotations annotations) => annotations.Next() is NullableAnnotations.Annotated ? "?" : "";

    private static string Variance(Type parameter) =>
        (parameter.GenericParameterAttributes & GenericParameterAttributes.VarianceMask) switch
        {
            GenericParameterAttributes.Covariant => "out ",
            GenericParameterAttributes.Contravariant => "in ",
            _ => "",
        };
}
