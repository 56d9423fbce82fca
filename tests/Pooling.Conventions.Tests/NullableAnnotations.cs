using System.Reflection;

namespace Pooling.Conventions;

/// <summary>The nullable annotations of one signature, handed out in the order in which the compiler wrote them: depth first.</summary>
internal sealed class NullableAnnotations
{
    internal const byte NotAnnotated = 1;
    internal const byte Annotated = 2;

    private const string Attribute = "System.Runtime.CompilerServices.NullableAttribute";
    private const string ContextAttribute = "System.Runtime.CompilerServices.NullableContextAttribute";

    private readonly byte[] _flags;
    private readonly byte _default;
    private int _next;

    private NullableAnnotations(byte[] flags, byte @default)
    {
        _flags = flags;
        _default = @default;
    }

    /// <summary>For types whose annotations reflection does not show: those in constraints and in lists of interfaces.</summary>
    internal static NullableAnnotations Unknown => new([], 0);

    /// <summary>Reads the annotations of a signature.</summary>
    /// <param name="attributes">Those of the parameter, return value, property, field, type or type parameter.</param>
    /// <param name="context">The members around it, innermost first: the nearest one with a context states the default.</param>
    internal static NullableAnnotations Of(IEnumerable<CustomAttributeData> attributes, params IEnumerable<MemberInfo?> context)
    {
        byte @default = context
            .Where(member => member is not null)
            .Select(member => Find(member!.GetCustomAttributesData(), ContextAttribute))
            .OfType<CustomAttributeData>()
            .Select(found => (byte)found.ConstructorArguments[0].Value!)
            .FirstOrDefault();
        byte[] flags = Find(attributes, Attribute)?.ConstructorArguments[0].Value switch
        {
            byte one => [one],
            IEnumerable<CustomAttributeTypedArgument> many => [.. many.Select(flag => (byte)flag.Value!)],
            _ => [],
        };

        return new(flags, @default);
    }

    /// <summary>Annotations of a declaration inside a type: its own attributes, then the type and those that it is nested in.</summary>
    internal static NullableAnnotations Of(IEnumerable<CustomAttributeData> attributes, MemberInfo? member, Type? type) =>
        Of(attributes, [member, .. Enclosing(type)]);

    internal byte Next() => _flags switch
    {
        [] => _default,
        [byte all] => all,
        _ => _flags[_next++],
    };

    private static IEnumerable<MemberInfo> Enclosing(Type? type)
    {
        for (; type is not null; type = type.DeclaringType)
            yield return type;
    }

    private static CustomAttributeData? Find(IEnumerable<CustomAttributeData> attributes, string name) =>
        attributes.FirstOrDefault(attribute => attribute.AttributeType.FullName == name);
}
