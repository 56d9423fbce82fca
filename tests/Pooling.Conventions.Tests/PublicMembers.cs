using System.Reflection;

namespace Pooling.Conventions;

/// <summary>The public and protected members of a type, which its users can access.</summary>
internal static class PublicMembers
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    internal static IEnumerable<MemberInfo> Of(Type type) => type.GetMembers(Declared).Where(IsReachable);

    internal static bool IsDelegate(Type type) => type.BaseType?.FullName is "System.MulticastDelegate";

    private static bool IsReachable(MemberInfo member) => member switch
    {
        FieldInfo { IsSpecialName: true } => false,
        FieldInfo field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly,
        MethodInfo { IsSpecialName: true } method => IsReachable(method) && method.Name.StartsWith("op_", StringComparison.Ordinal),
        MethodBase method => IsReachable(method),
        PropertyInfo property => property.GetAccessors(nonPublic: true).Any(IsReachable),
        EventInfo @event => IsReachable(@event.AddMethod!),
        _ => false, // nested types are separate
    };

    private static bool IsReachable(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;
}
