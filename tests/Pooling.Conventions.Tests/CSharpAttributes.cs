using System.Reflection;

namespace Pooling.Conventions;

/// <summary>Writes the attributes that a caller can notice; what the compiler adds for itself shows in the
/// signature or not at all.</summary>
internal static class CSharpAttributes
{
    private static readonly HashSet<string> s_silent =
    [
        "System.ParamArrayAttribute",
        "System.Diagnostics.DebuggerDisplayAttribute",
        "System.Diagnostics.DebuggerBrowsableAttribute",
        "System.Diagnostics.DebuggerStepThroughAttribute",
        "System.Diagnostics.DebuggerTypeProxyAttribute",
        "System.Diagnostics.StackTraceHiddenAttribute",
        "System.Reflection.DefaultMemberAttribute",
        "System.Runtime.CompilerServices.AsyncStateMachineAttribute",
        "System.Runtime.CompilerServices.CompilerFeatureRequiredAttribute",
        "System.Runtime.CompilerServices.CompilerGeneratedAttribute",
        "System.Runtime.CompilerServices.ExtensionAttribute",
        "System.Runtime.CompilerServices.IsByRefLikeAttribute",
        "System.Runtime.CompilerServices.IsReadOnlyAttribute",
        "System.Runtime.CompilerServices.IteratorStateMachineAttribute",
        "System.Runtime.CompilerServices.NullableAttribute",
        "System.Runtime.CompilerServices.NullableContextAttribute",
        "System.Runtime.CompilerServices.ParamCollectionAttribute",
        "System.Runtime.CompilerServices.RequiredMemberAttribute",
        "System.Runtime.CompilerServices.RequiresLocationAttribute",
        "System.Runtime.CompilerServices.ScopedRefAttribute",
        "System.Runtime.InteropServices.InAttribute",
        "System.Runtime.InteropServices.OptionalAttribute",
        "System.Runtime.InteropServices.OutAttribute",
        "System.Runtime.InteropServices.StructLayoutAttribute",
    ];

    internal static bool Has(IEnumerable<CustomAttributeData> attributes, string name) =>
        attributes.Any(attribute => attribute.AttributeType.Name == name);

    /// <summary>Writes the attributes of a declaration, each with a space behind it.</summary>
    internal static string Of(IEnumerable<CustomAttributeData> attributes, string target = "") => string.Concat(attributes
        .Where(attribute => !s_silent.Contains(attribute.AttributeType.FullName!) && !IsForOldCompilers(attribute))
        .Select(attribute => $"[{target}{Write(attribute)}] ")
        .Order(StringComparer.Ordinal));

    internal static string Literal(object? value, Type type)
    {
        if (value is null)
            return type.IsValueType && !type.IsGenericType ? "default" : "null";

        if (type.IsEnum)
            return EnumLiteral(value, type);

        return value switch
        {
            string text => $"\"{text.Replace("\\", "\\\\").Replace("\"", "\\\"")}\"",
            char character => $"'{character}'",
            bool flag => flag ? "true" : "false",
            Type named => $"typeof({named.FullName?.Replace('+', '.')})",
            IFormattable number => number.ToString(null, System.Globalization.CultureInfo.InvariantCulture),
            IEnumerable<CustomAttributeTypedArgument> items =>
                $"[{string.Join(", ", items.Select(item => Literal(item.Value, item.ArgumentType)))}]",
            _ => value.ToString()!,
        };
    }

    private static string EnumLiteral(object value, Type type)
    {
        string typeName = type.FullName!.Replace('+', '.');
        string? name = type.GetFields(BindingFlags.Public | BindingFlags.Static)
            .FirstOrDefault(field => field.GetRawConstantValue()!.Equals(value))?.Name;
        return name is null ? $"({typeName}){value}" : $"{typeName}.{name}";
    }

    // On ref structs and on types with required members the compiler marks what older compilers must not touch.
    private static bool IsForOldCompilers(CustomAttributeData attribute) =>
        attribute.AttributeType.Name is "ObsoleteAttribute"
        && attribute.ConstructorArguments is [{ Value: string message }, ..]
        && (message.StartsWith("Types with embedded references", StringComparison.Ordinal)
            || message.StartsWith("Constructors of types with required", StringComparison.Ordinal));

    private static string Write(CustomAttributeData attribute)
    {
        string name = attribute.AttributeType.FullName!;
        IEnumerable<string> arguments = attribute.ConstructorArguments.Select(argument => Literal(argument.Value, argument.ArgumentType))
            .Concat(attribute.NamedArguments.Select(argument => $"{argument.MemberName} "
                + $"= {Literal(argument.TypedValue.Value, argument.TypedValue.ArgumentType)}"));
        string list = string.Join(", ", arguments);

        return name[..^"Attribute".Length] + (list is "" ? "" : $"({list})");
    }
}
