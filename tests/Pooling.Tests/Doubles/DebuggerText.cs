using System.Diagnostics;
using System.Reflection;
using System.Text.RegularExpressions;

namespace Pooling.Doubles;

/// <summary>Returns the text that a debugger shows for an object, according to its <see cref="DebuggerDisplayAttribute"/>.</summary>
internal static class DebuggerText
{
    private const BindingFlags Members = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    internal static string Of(object shown)
    {
        DebuggerDisplayAttribute? attribute =
            shown.GetType().GetCustomAttributes<DebuggerDisplayAttribute>(inherit: true).FirstOrDefault();
        Assert.True(attribute is not null, $"{shown.GetType()} has no DebuggerDisplay.");
        return Regex.Replace(attribute.Value, @"\{([^},]+)[^}]*\}", match => Show(shown, match.Groups[1].Value));
    }

    private static string Show(object shown, string path) => path.Split('.').Aggregate((object?)shown, Read)?.ToString() ?? "null";

    private static object? Read(object? owner, string member)
    {
        for (Type? type = owner!.GetType(); type is not null; type = type.BaseType)
        {
            if (member.EndsWith("()", StringComparison.Ordinal) && type.GetMethod(member[..^2], Members, null, [], null) is { } method)
                return method.Invoke(owner, null);

            if (type.GetProperty(member, Members) is { } property)
                return property.GetValue(owner);

            if (type.GetField(member, Members) is { } field)
                return field.GetValue(owner);
        }

        throw new MissingMemberException(owner.GetType().ToString(), member);
    }
}
