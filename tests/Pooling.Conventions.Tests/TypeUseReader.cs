using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Pooling.Conventions;

/// <summary>Reads from a built assembly the uses of its types by each other: in declarations, signatures, locals, instructions and
/// attributes.</summary>
internal sealed class TypeUseReader : IDisposable
{
    private readonly PEReader _image;
    private readonly MetadataReader _metadata;
    private readonly UsedTypes _used;
    private readonly HashSet<TypeUse> _uses = [];

    private TypeUseReader(string assemblyPath)
    {
        _image = new PEReader(File.OpenRead(assemblyPath));
        _metadata = _image.GetMetadataReader();
        _used = new UsedTypes(_metadata);
    }

    internal static IReadOnlyCollection<TypeUse> Read(string assemblyPath)
    {
        using TypeUseReader reader = new(assemblyPath);
        foreach (TypeDefinitionHandle type in reader._metadata.TypeDefinitions)
            reader.ReadType(type);

        return reader._uses;
    }

    public void Dispose() => _image.Dispose();

    private void ReadType(TypeDefinitionHandle handle)
    {
        TypeDefinition type = _metadata.GetTypeDefinition(handle);
        string from = _used.OutermostName(handle);
        _used.Add(type.BaseType);
        foreach (InterfaceImplementationHandle implementation in type.GetInterfaceImplementations())
            _used.Add(_metadata.GetInterfaceImplementation(implementation).Interface);

        AddConstraints(type.GetGenericParameters());
        AddAttributes(type.GetCustomAttributes());
        Flush(from, from);

        foreach (FieldDefinitionHandle fieldHandle in type.GetFields())
        {
            FieldDefinition field = _metadata.GetFieldDefinition(fieldHandle);
            field.DecodeSignature(_used, null);
            AddAttributes(field.GetCustomAttributes());
            Flush(from, $"{from}.{_metadata.GetString(field.Name)}");
        }

        foreach (MethodDefinitionHandle methodHandle in type.GetMethods())
            ReadMethod(from, _metadata.GetMethodDefinition(methodHandle));
    }

    private void ReadMethod(string from, MethodDefinition method)
    {
        method.DecodeSignature(_used, null);
        AddConstraints(method.GetGenericParameters());
        AddAttributes(method.GetCustomAttributes());
        if (method.RelativeVirtualAddress is not 0)
            AddBody(_image.GetMethodBody(method.RelativeVirtualAddress));

        Flush(from, $"{from}.{_metadata.GetString(method.Name)}");
    }

    private void AddBody(MethodBodyBlock body)
    {
        if (!body.LocalSignature.IsNil)
            _metadata.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(_used, null);

        foreach (ExceptionRegion region in body.ExceptionRegions)
            _used.Add(region.CatchType);

        foreach (EntityHandle token in InstructionTokens.Of(body.GetILReader()))
            _used.Add(token);
    }

    private void AddConstraints(GenericParameterHandleCollection parameters)
    {
        foreach (GenericParameterHandle parameter in parameters)
        {
            foreach (GenericParameterConstraintHandle constraint in _metadata.GetGenericParameter(parameter).GetConstraints())
                _used.Add(_metadata.GetGenericParameterConstraint(constraint).Type);
        }
    }

    private void AddAttributes(CustomAttributeHandleCollection attributes)
    {
        foreach (CustomAttributeHandle attribute in attributes)
            _used.Add(_metadata.GetCustomAttribute(attribute).Constructor);
    }

    private void Flush(string from, string member)
    {
        foreach (string to in _used.TakeAll().Where(to => to != from))
            _uses.Add(new TypeUse(from, member, to));
    }
}
