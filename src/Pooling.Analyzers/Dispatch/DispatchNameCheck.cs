using Microsoft.CodeAnalysis;
using Pooling.Analyzers.Encodeables;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Finds symbols that already use a name that a generated member needs.</summary>
internal sealed class DispatchNameCheck(INamedTypeSymbol type, Compilation compilation,
    Action<DiagnosticDescriptor, ISymbol, object[]> report)
{
    private static readonly string[] s_rooms = ["System", "Pooling"];

    internal void Check(IReadOnlyList<HandlerModel> handlers)
    {
        // In generated code all names start at the global namespace, where a class hides the imported namespace.
        foreach (string room in s_rooms.Where(
            room => !compilation.Assembly.GlobalNamespace.GetTypeMembers(room, arity: 0).IsEmpty))
        {
            report(DispatchDiagnostics.TakenName, type,
                [room, $"it hides the namespace that the dispatcher of '{type.Name}' needs"]);
        }

        HashSet<string> names = new(StringComparer.Ordinal);
        foreach (HandlerModel handler in handlers)
            names.UnionWith(DispatchWriter.NamesOf(handler));

        foreach (ISymbol named in type.TypeParameters.Prepend<ISymbol>(type).Concat(type.GetMembers().Where(IsRival)))
        {
            if (names.Contains(named.Name))
            {
                report(DispatchDiagnostics.TakenName, named,
                    [named.Name, $"a member with this name is generated for '{type.Name}'"]);
            }
        }
    }

    // Methods can share a name if their parameters differ.
    private static bool IsRival(ISymbol member) => !EncodeableNames.IsGenerated(member) && member switch
    {
        IMethodSymbol { Name: DispatchWriter.AddMethod } method =>
            method is { Arity: 0, Parameters: [{ Type.Name: "OpcodeDispatcherBuilder" }] },
        IMethodSymbol { Name: DispatchWriter.CreateMethod } method => method is { Arity: 0, Parameters.IsEmpty: true },
        _ => true,
    };
}
