# Limits that do not act are told, in URDF and YAML; messages that named the wrong cause.
. "$(dirname "$0")/says.sh"

cat > arm.urdf <<'U'
<robot name="arm">
  <link name="root"/>
  <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="pin" type="revolute"><parent link="root"/><child link="rod"/><origin rpy="1.5 0 0"/><axis xyz="1 0 0"/><limit lower="-0.5" upper="0.5" effort="10" velocity="1"/></joint>
</robot>
U
says "'pin.limits': the coordinate is beyond its limits, which do not act" run arm.urdf --until 1s
lacks "beyond its limits" run arm.urdf --until 1ms
cat > a.yaml <<'Y'
davit: 1
gravity: 0
bodies: {a: {mass: 1 kg}}
joints: {x: {type: prismatic, child: a, rate: 1 m/s, limits: [-1 m, 0.5 m]}}
until: 1 s
Y
once "beyond its limits, which do not act" run a.yaml
sed 's/limits: .*}}/limits: {lower: -1 m, upper: 0.5 m, stiffness: 100 N\/m}}}/' a.yaml > stop.yaml
lacks "do not act" run stop.yaml

# strips without added mass sit on a beam; with it they are refused, once
cat > beam.yaml <<'Y'
davit: 1
bodies:
  boom: {beam: {length: 4 m, section: {tube: [0.2, 0.01]}, material: {E: 210e9 Pa, density: 7850 kg/m^3}, modes: {bending_y: 1}, shapes: clamped-free}}
joints: {root: {type: revolute, child: boom, axis: z}}
parts:
  sea: {kind: marine.water}
  drag: {kind: marine.strips, frame: boom, axis: x, length: 4 m, diameter: 0.2 m}
until: 10 ms
Y
passes run beam.yaml
sed 's/diameter: 0.2 m/diameter: 0.2 m, ca: 1/' beam.yaml > heavy.yaml
once "cannot have added mass" check heavy.yaml

cat > m.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg}}
joints: {x: {type: prismatic, child: a, axis: x}}
parts: {s: {kind: force.spring, axis: x, stiffness: 100 N/m}}
Y
says "rosenbrock     stable at any; follows the fastest pole below 0.1 s" modes m.yaml
done_now
