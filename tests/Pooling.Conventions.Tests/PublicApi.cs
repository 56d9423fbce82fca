using System.Globalization;
using System.Reflection;
using System.Text;

namespace Pooling.Conventions;

/// <summary>Prints what users of an assembly can reach: each type with its public and protected members, in an order that does not depend
/// on the source.</summary>
internal static class PublicApi
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    internal static string Print(Assembly assembly)
    {
        StringBuilder text = new();
        foreach (IGrouping<string?, Type> space in assembly.GetExportedTypes().GroupBy(type => type.Namespace)
            .OrderBy(group => group.Key, StringComparer.Ordinal))
        {
            text.Append($"namespace {space.Key}\n");
            foreach (Type type in space.OrderBy(CSharpTypeName.OfDeclaration, StringComparer.Ordinal))
                Append(text, type);

            text.Append('\n');
        }

        return text.ToString();
    }

    internal static IEnumerable<MemberInfo> MembersOf(Type type) => type.GetMembers(Declared).Where(IsReachable);

    private static void Append(StringBuilder text, Type type)
    {
        text.Append($"\n  {PublicTypeApi.Print(type)}\n");
        if (IsDelegate(type))
            return;

        IEnumerable<string> members = MembersOf(type)
            .Select(member => (Rank: RankOf(member), member.Name, Text: PublicMemberApi.Print(member)))
            .OrderBy(member => member.Rank)
            .ThenBy(member => member.Name, StringComparer.Ordinal)
            .ThenBy(member => member.Text, StringComparer.Ordinal)
            .Select(member => member.Text);
        foreach (string member in members)
            text.Append($"    {member}\n");
    }

    // Constants, constructors, what instances and types have by name, operators; members of an enum by value.
    private static decimal RankOf(MemberInfo member) => member switch
    {
        FieldInfo { DeclaringType.IsEnum: true } field => Convert.ToDecimal(field.GetRawConstantValue(), CultureInfo.InvariantCulture),
        FieldInfo { IsLiteral: true } => 0,
        ConstructorInfo => 1,
        MethodInfo { IsSpecialName: true } => 3,
        _ => 2,
    };

    internal static bool IsDelegate(Type type) => type.BaseType?.FullName is "System.MulticastDelegate";

    private static bool IsReachable(MemberInfo member) => member switch
    {
        FieldInfo { IsSpecialName: true } => false,
        FieldInfo field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly,
        MethodInfo { IsSpecialName: true } method => IsReachable(method) && method.Name.StartsWith("op_", StringComparison.Ordinal),
        MethodBase method => IsReachable(method),
        PropertyInfo property => property.GetAccessors(nonPublic: true).Any(IsReachable),
        EventInfo @event => IsReachable(@event.AddMethod!),
        _ => false, // nested types stand for themselves
    };

    internal static bool IsReachable(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;
}
