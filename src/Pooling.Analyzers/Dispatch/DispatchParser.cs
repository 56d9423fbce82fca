using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.Analyzers.Model;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Reads a class with marked methods, and reports problems with them.</summary>
internal sealed class DispatchParser
{
    private readonly INamedTypeSymbol _type;
    private readonly Compilation _compilation;
    private readonly PacketParserReader _parsers;
    private readonly List<Diagnostic> _diagnostics = [];
    private readonly List<HandlerModel> _handlers = [];
    private ITypeSymbol? _context;

    private DispatchParser(INamedTypeSymbol type, Compilation compilation)
    {
        _type = type;
        _compilation = compilation;
        _parsers = new PacketParserReader(type, compilation);
    }

    /// <summary>The marked methods of a class, in the order of their declaration.</summary>
    internal static IEnumerable<IMethodSymbol> MethodsOf(INamedTypeSymbol type) =>
        type.GetMembers().OfType<IMethodSymbol>().Where(static method => DispatchNames.FindAttributes(method).Any());

    /// <returns>The model, or <see langword="null"/> if there is an error.</returns>
    internal static DispatchModel? Parse(
        INamedTypeSymbol type, Compilation compilation, out IReadOnlyList<Diagnostic> diagnostics,
        CancellationToken cancellation)
    {
        var parser = new DispatchParser(type, compilation);
        DispatchModel? model = parser.Parse(cancellation);
        diagnostics = parser._diagnostics;
        return parser._diagnostics.Count == 0 ? model : null;
    }

    private DispatchModel Parse(CancellationToken cancellation)
    {
        for (INamedTypeSymbol? type = _type; type is not null; type = type.ContainingType)
            CheckDeclaration(type);

        foreach (IMethodSymbol method in MethodsOf(_type))
        {
            cancellation.ThrowIfCancellationRequested();
            ReadMethod(method);
        }

        new DispatchNameCheck(_type, _compilation, Report).Check(_handlers);
        bool namesPointers = MethodsOf(_type)
            .SelectMany(static method => method.Parameters)
            .Any(static parameter => Identifiers.IsPointer(parameter.Type));
        return new DispatchModel(
            Identifiers.HintNameOf(_type),
            Identifiers.NameOf(_type.ContainingNamespace),
            new EquatableArray<string>(Identifiers.HeadersOf(_type, namesPointers)),
            NameOf(_type),
            new EquatableArray<HandlerModel>(_handlers.OrderBy(static handler => handler.Opcode)));
    }

    private void CheckDeclaration(INamedTypeSymbol type)
    {
        bool isPartial = Identifiers.DeclarationsOf(type).All(
            static declaration => declaration.Modifiers.Any(SyntaxKind.PartialKeyword));
        bool isFitting = SymbolEqualityComparer.Default.Equals(type, _type)
            ? type is { TypeKind: TypeKind.Class, IsFileLocal: false }
            : !type.IsFileLocal;
        if (!isPartial || !isFitting)
            Report(DispatchDiagnostics.NotPartial, type, type.Name, _type.Name);
    }

    private void ReadMethod(IMethodSymbol method)
    {
        if (FindMisfit(method) is { } misfit)
        {
            Report(DispatchDiagnostics.Signature, method, method.Name, misfit);
            return;
        }

        IParameterSymbol context = method.Parameters[0];
        IParameterSymbol packet = method.Parameters[1];
        _context ??= context.Type;
        foreach (AttributeData attribute in DispatchNames.FindAttributes(method))
        {
            if (attribute.ConstructorArguments is not [{ Kind: not TypedConstantKind.Error } given])
                continue; // the compiler reports the error

            if (!OpcodeConstants.TryReadOpcode(given, out ushort opcode))
            {
                Report(DispatchDiagnostics.NoOpcode, method, method.Name, given.ToCSharpString());
                continue;
            }

            ulong states = ReadStates(method, attribute);
            TypedConstant parsedBy = attribute.NamedArguments.FirstOrDefault(
                static argument => argument.Key == "Parser").Value;
            ITypeSymbol? named = parsedBy.Value as ITypeSymbol;
            if (states == 0)
                Report(DispatchDiagnostics.Unreachable, method, method.Name, opcode);

            if (_handlers.FirstOrDefault(handler => handler.Opcode == opcode) is { } first)
                Report(DispatchDiagnostics.Duplicate, method, method.Name, opcode, first.Method);

            (ParserKind kind, ITypeSymbol parser) = _parsers.Find(packet.Type, named);
            if (kind == ParserKind.None)
                Report(DispatchDiagnostics.NoParser, method, method.Name, packet.Type.Name);

            (string argument, string? problem) = _parsers.FindArgument(parser);
            if (kind != ParserKind.None && problem is not null)
                Report(DispatchDiagnostics.NoWayToMake, method, method.Name, problem);

            bool usesObsolete = ObsoleteUse.IsError(method)
                || ObsoleteUse.IsError(parser)
                || (kind == ParserKind.Method && parser.GetMembers("TryParse").Any(ObsoleteUse.IsError));
            bool isWithin = ObsoleteUse.IsWithin(_type);
            _handlers.Add(new HandlerModel(
                opcode,
                states,
                Identifiers.Escape(method.Name),
                method.IsStatic,
                NameOf(context.Type),
                context.RefKind == RefKind.In,
                NameOf(packet.Type),
                packet.RefKind == RefKind.In,
                kind,
                NameOf(parser),
                argument,
                usesObsolete && !isWithin,
                ObsoleteUse.IsError(context.Type) && !isWithin,
                AccessibilityOf(context.Type)));
        }
    }

    private ulong ReadStates(IMethodSymbol method, AttributeData attribute)
    {
        foreach (KeyValuePair<string, TypedConstant> argument in attribute.NamedArguments)
        {
            if (argument.Key != "States" || argument.Value.Kind == TypedConstantKind.Error)
                continue; // the compiler reports the error

            if (OpcodeConstants.TryReadStates(argument.Value, out ulong states))
                return states;

            Report(DispatchDiagnostics.NoStates, method, method.Name, argument.Value.ToCSharpString());
        }

        return ulong.MaxValue;
    }

    /// <returns>The fault of the signature, or <see langword="null"/>.</returns>
    private string? FindMisfit(IMethodSymbol method)
    {
        if (method.MethodKind != MethodKind.Ordinary || method.IsVararg)
            return "it is not an ordinary method";

        if (method.IsAsync || IsTask(method.ReturnType))
            return "it is asynchronous: call it from a switch over the opcode, which can await it";

        if (!method.ReturnsVoid)
            return "it has another return type";

        if (method.IsGenericMethod)
            return "it has type parameters";

        if (method.IsAbstract && method.IsStatic)
            return "it has no body";

        if (method.Parameters.Length != 2)
            return $"it has {method.Parameters.Length} parameter{(method.Parameters.Length == 1 ? "" : "s")}";

        if (method.Parameters.FirstOrDefault(IsChanged) is { } changed)
            return $"'{changed.Name}' is passed neither by value nor by 'in'";

        if (method.Parameters.FirstOrDefault(IsOnStackOnly) is { } stackOnly)
            return $"'{stackOnly.Name}' is of a ref struct type";

        return _handlers is [{ } other, ..]
            && !SymbolEqualityComparer.Default.Equals(_context, method.Parameters[0].Type)
            ? $"its context differs from that of '{other.Method}'"
            : null;
    }

    private static bool IsTask(ITypeSymbol type) =>
        type.Name is "Task" or "ValueTask" && DispatchNames.Is(type, type.Name, "System.Threading.Tasks");

    private static bool IsChanged(IParameterSymbol parameter) =>
        parameter.RefKind is not (RefKind.None or RefKind.In) || parameter.IsParams;

    private static bool IsOnStackOnly(IParameterSymbol parameter) =>
        parameter.Type.IsRefLikeType || parameter.Type.TypeKind is TypeKind.Pointer or TypeKind.FunctionPointer;

    private void Report(DiagnosticDescriptor descriptor, ISymbol at, params object[] arguments) =>
        _diagnostics.Add(Diagnostic.Create(descriptor, at.Locations.FirstOrDefault(), arguments));

    /// <summary>Returns the accessibility of the generated methods, which expose the context and belong to the class:
    /// the lower of the two.</summary>
    private static string AccessibilityOf(ITypeSymbol context)
    {
        Accessibility least = Accessibility.Public;
        foreach (ISymbol each in Mentioned(context))
        {
            if (each.DeclaredAccessibility is Accessibility.Private or Accessibility.Protected
                or Accessibility.ProtectedAndInternal)
            {
                return "private";
            }

            if (each.DeclaredAccessibility != Accessibility.Public)
                least = Accessibility.Internal;
        }

        return least == Accessibility.Public ? "public" : "internal";
    }

    private static IEnumerable<ISymbol> Mentioned(ITypeSymbol? type) => type switch
    {
        IArrayTypeSymbol array => Mentioned(array.ElementType),
        INamedTypeSymbol named => named.TypeArguments.Append(named.ContainingType).SelectMany(Mentioned).Prepend(named),
        _ => [],
    };

    private static string NameOf(ITypeSymbol type) => Identifiers.NameOf(type);
}
